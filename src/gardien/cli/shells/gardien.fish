# Completion of gardien for fish: keep it as ~/.config/fish/completions/gardien.fish
function __gardien_words
    set -l typed (commandline -opc) (commandline -ct)
    gardien completion words -- $typed[2..-1] 2>/dev/null
end
complete -c gardien -a '(__gardien_words)'
