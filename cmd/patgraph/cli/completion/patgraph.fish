# fish completion of patgraph: patgraph completion fish >~/.config/fish/completions/patgraph.fish
function __patgraph_complete
    set -l words (commandline -opc) (commandline -ct)
    for line in ($words[1] __complete $words[2..-1] 2>/dev/null)
        if test "$line" = :files
            __fish_complete_path (commandline -ct)
        else
            echo $line
        end
    end
end
complete -c patgraph -f -a '(__patgraph_complete)'
