-- patgraph in Neovim, from 0.7 on. Copy this file into ~/.config/nvim/plugin; patgraph is to be in
-- the path, or its name in vim.g.patgraph.
local extensions = { k = { "k" }, relay = { "rly", "relay", "rel" }, tensorscript = { "trs" }, onnx = { "onnxtxt", "onnxtext" } }
local running = {} -- clients, by folder, before 0.8

local function show(text, command)
  if command == "patgraph.draw" then
    local file = vim.fn.tempname() .. ".svg"
    vim.fn.writefile(vim.split(text, "\n"), file)
    if vim.ui.open then vim.ui.open(file) else print("the picture is " .. file) end
    return
  end
  vim.cmd("new")
  vim.bo.buftype, vim.bo.bufhidden = "nofile", "wipe"
  vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.split(text, "\n"))
end

-- What the commands and the lines above definitions do: the arguments are a place.
local function run(command, arguments)
  vim.lsp.buf_request(0, "workspace/executeCommand", { command = command, arguments = arguments }, function(err, result, context)
    local client = vim.lsp.get_client_by_id(context.client_id)
    if not client or client.name ~= "patgraph" then return end
    if err then vim.notify(err.message, vim.log.levels.WARN) else show(result, command) end
  end)
end

local function here(command)
  return function()
    local place = vim.lsp.util.make_position_params(0, "utf-16")
    run(command, { place.textDocument.uri, place.position })
  end
end

for _, name in ipairs({ "Why", "Draw", "Explain" }) do
  local command = "patgraph." .. name:lower()
  vim.lsp.commands[command] = function(lens) run(command, lens.arguments) end
  vim.api.nvim_create_user_command("Patgraph" .. name, here(command), {})
end
vim.lsp.commands["patgraph.references"] = function(lens)
  local at = lens.arguments[2]
  vim.api.nvim_win_set_cursor(0, { at.line + 1, at.character })
  vim.lsp.buf.references()
end

local function start(buffer)
  local name = vim.api.nvim_buf_get_name(buffer)
  local folder = vim.fn.fnamemodify(name, ":p:h")
  local settings = vim.fn.findfile("patgraph.toml", folder .. ";")
  if settings ~= "" then folder = vim.fn.fnamemodify(settings, ":p:h") end
  local capabilities = vim.lsp.protocol.make_client_capabilities()
  capabilities.window.showDocument = nil -- what is to be shown is the answer of a command
  capabilities.general = vim.tbl_extend("force", capabilities.general or {}, { positionEncodings = { "utf-16" } })
  local config = {
    name = "patgraph", cmd = { vim.g.patgraph or "patgraph", "lsp" }, root_dir = folder, capabilities = capabilities,
    workspace_folders = { { name = folder, uri = vim.uri_from_fname(folder) } },
    on_exit = function() running[folder] = nil end,
  }
  if vim.lsp.start then -- from 0.8 on
    vim.lsp.start(config, { bufnr = buffer })
    return
  end
  running[folder] = running[folder] or vim.lsp.start_client(config)
  if running[folder] then vim.lsp.buf_attach_client(buffer, running[folder]) end
end

for language, list in pairs(extensions) do
  for _, extension in ipairs(list) do
    vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, {
      pattern = "*." .. extension,
      callback = function(event)
        vim.bo[event.buf].filetype = language
        start(event.buf)
      end,
    })
  end
end
