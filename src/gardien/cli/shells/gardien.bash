# Completion of gardien for bash: source it, or keep it as ~/.local/share/bash-completion/completions/gardien
_gardien() {
    local line=${COMP_LINE:0:COMP_POINT} typed current
    read -ra typed <<< "$line"
    [[ $line == *" " ]] && typed+=("")
    current=${typed[${#typed[@]} - 1]}
    mapfile -t COMPREPLY < <(gardien completion words -- "${typed[@]:1}" 2>/dev/null)
    # bash takes = and : for ends of words: what stands before the last one is there already
    local there=${current%"${current##*[=:]}"}
    COMPREPLY=("${COMPREPLY[@]#"$there"}")
    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[=.] ]] && compopt -o nospace 2>/dev/null
    return 0
}
complete -o default -F _gardien gardien
