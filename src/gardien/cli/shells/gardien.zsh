#compdef gardien
# Completion of gardien for zsh: keep it as _gardien in a folder of $fpath
_gardien() {
    local -a found
    found=(${(f)"$(gardien completion words -- "${(@)words[2,CURRENT]}" 2>/dev/null)"})
    if (( ${#found} )); then
        compadd -S '' -- ${(M)found:#*[=.]}
        compadd -- ${found:#*[=.]}
    else
        _files
    fi
}
if [[ $funcstack[1] == _gardien ]]; then
    _gardien "$@"
else
    compdef _gardien gardien
fi
