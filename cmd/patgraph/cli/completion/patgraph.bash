# bash completion of patgraph: source <(patgraph completion bash)
_patgraph() {
    local cur=${COMP_WORDS[COMP_CWORD]} line IFS=$'\n'
    COMPREPLY=()
    while read -r line; do
        if [[ $line == :files ]]; then
            COMPREPLY+=($(compgen -f -- "$cur"))
            compopt -o filenames 2>/dev/null
        else
            COMPREPLY+=("${line%%$'\t'*}")
        fi
    done < <("${COMP_WORDS[0]}" __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _patgraph patgraph
