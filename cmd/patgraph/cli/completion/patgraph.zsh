#compdef patgraph
# zsh completion of patgraph: patgraph completion zsh >~/.zfunc/_patgraph
_patgraph() {
    local line files=0
    local -a offers
    while IFS= read -r line; do
        if [[ $line == :files ]]; then
            files=1
        elif [[ $line == *$'\t'* ]]; then
            offers+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
        else
            offers+=("${line//:/\\:}")
        fi
    done < <("${words[1]}" __complete "${(@)words[2,CURRENT]}" 2>/dev/null)
    (( ${#offers} )) && _describe -V patgraph offers
    (( files )) && _files
}
if [[ ${funcstack[1]} == _patgraph ]]; then
    _patgraph "$@"
else
    compdef _patgraph patgraph
fi
