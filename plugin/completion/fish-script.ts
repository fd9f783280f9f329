import { bySourcing } from "./install-hint.ts";

/** The completion script for fish 3 and later. */
export const fishScript: string = `${bySourcing({
  shell: "fish",
  now: "kubectl hco-status completion fish | source",
  always: "kubectl hco-status completion fish > ~/.config/fish/completions/kubectl-hco_status.fish",
})}
function __kubectl_hco_status_choices
    set -l before (commandline -opc)
    set -l typed (commandline -ct)
    # An open quote cannot be taken off by string unescape.
    set -l word (string unescape -- $typed; or string replace -r '^[\\'"]' '' -- $typed)
    set -l program $before[1]
    type -q -f -- $program; or set program kubectl-hco_status
    set -l words (string replace -r '^~/' "$HOME/" -- $before[2..-1])
    set -l reply ($program __complete $words "$word" 2>/dev/null)
    # After --flag= the choices are values alone, and so is a file after jsonpath-file=.
    set -l flag (string match -r -- '^-[^=]*=' "$word")
    switch "$reply[-1]"
        case :0
            set flag (string match -r -- '^.*=' "$word")
            for path in (__fish_complete_path (string replace -r '^.*=' '' -- "$word"))
                echo "$flag$path"
            end
        case :16
            for path in (__fish_complete_directories (string replace -r '^.*=' '' -- "$word") '')
                echo "$flag$path"
            end
        case ':*'
            for choice in $reply[1..-2]
                echo -- "$flag$choice"
            end
    end
end

complete -e -c kubectl-hco_status
complete -e -c kubectl-hco-status
complete -f -c kubectl-hco_status -a '(__kubectl_hco_status_choices)'
complete -f -c kubectl-hco-status -a '(__kubectl_hco_status_choices)'
`;
