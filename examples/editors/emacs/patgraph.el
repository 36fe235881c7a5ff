;;; patgraph.el --- k, Relay, TensorScript and ONNX with eglot  -*- lexical-binding: t -*-
;; For Emacs from 29 on, or an older one with eglot. Put (load "/path/to/patgraph.el") into
;; your init file; patgraph is to be in the path, or its name in `patgraph-program'.

(require 'eglot)

(defgroup patgraph nil "The language server of patgraph." :group 'tools)
(defcustom patgraph-program "patgraph" "The program patgraph." :type 'file)

(defun patgraph--mode (comment names)
  "What a mode has whose lines of comment begin with COMMENT and NAMES have more than letters."
  (setq-local comment-start (concat comment " ") comment-start-skip (concat comment "+ *") comment-end "")
  (dolist (c names) (modify-syntax-entry c "_")))

;;;###autoload
(define-derived-mode k-mode prog-mode "k"
  "Programs of k."
  (patgraph--mode "--" '(?_ ??)))

;;;###autoload
(define-derived-mode relay-mode prog-mode "Relay"
  "Programs of Relay."
  (patgraph--mode "//" '(?_ ?@ ?%)))

;;;###autoload
(define-derived-mode tensorscript-mode prog-mode "TensorScript"
  "Programs of TensorScript."
  (patgraph--mode "//" '(?_)))

;;;###autoload
(define-derived-mode onnx-mode prog-mode "ONNX"
  "Models of ONNX as text."
  (patgraph--mode "#" '(?_)))

(add-to-list 'auto-mode-alist '("\\.k\\'" . k-mode))
(add-to-list 'auto-mode-alist '("\\.\\(rly\\|relay\\|rel\\)\\'" . relay-mode))
(add-to-list 'auto-mode-alist '("\\.trs\\'" . tensorscript-mode))
(add-to-list 'auto-mode-alist '("\\.\\(onnxtxt\\|onnxtext\\)\\'" . onnx-mode))
(add-to-list 'eglot-server-programs '((k-mode relay-mode tensorscript-mode onnx-mode) . (lambda (&rest _) (list patgraph-program "lsp"))))
(dolist (hook '(k-mode-hook relay-mode-hook tensorscript-mode-hook onnx-mode-hook)) (add-hook hook #'eglot-ensure))

(defun patgraph--run (command)
  "What COMMAND prints about the place at point, and a buffer with it."
  (let ((text (jsonrpc-request (eglot-current-server) :workspace/executeCommand
                               (list :command command
                                     :arguments (vector (plist-get (eglot--TextDocumentIdentifier) :uri)
                                                        (eglot--pos-to-lsp-position (point)))))))
    (with-current-buffer (get-buffer-create (format "*%s*" command))
      (let ((inhibit-read-only t))
        (fundamental-mode)
        (erase-buffer)
        (insert text)
        (goto-char (point-min))
        (if (and (equal command "patgraph.draw") (image-type-available-p 'svg)) (image-mode) (special-mode)))
      (display-buffer (current-buffer))
      (current-buffer))))

(defun patgraph-why () "Why the expression or definition at point has its pattern." (interactive) (patgraph--run "patgraph.why"))
(defun patgraph-draw () "A picture of the definition at point." (interactive) (patgraph--run "patgraph.draw"))
(defun patgraph-explain () "The errors at point, explained." (interactive) (patgraph--run "patgraph.explain"))

(provide 'patgraph)
