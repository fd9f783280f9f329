import type { ShellName } from "../cli/commands.ts";

/** The commands that load a script into a shell: one for this shell, and one for all that start later. */
interface Installation {
  readonly shell: string;
  readonly now: string;
  readonly always: string;
}

/**
 * The first lines of a script, which say how to install it. kubectl does not need the script: it runs the program of
 * this name itself (kubectl, pkg/cmd/plugin/plugin_completion.go). So `kubectl hco-status` is completed wherever
 * kubectl is.
 */
function installationLines({ shell, now, always }: Installation): string {
  return `# Completion of kubectl-hco_status in ${shell}.
#
# For this shell, and for every later one:
#   ${now}
#   ${always}
#
# "kubectl hco-status" is completed by kubectl's own script (kubectl completion ${shell}), without this one, if a
# program named kubectl_complete-hco_status is on the PATH. npm puts it there; else link it, beside the plugin:
#   ln -s "$(command -v kubectl-hco_status)" ~/.local/bin/kubectl_complete-hco_status
`;
}

/**
 * The completion script for bash 3.2, which macOS has, and later. It does not need the package bash-completion. The
 * hard parts, quotes and COMP_WORDBREAKS, are left to the program (bash-line.ts). The script
 * evaluates nothing that was typed. bash 3 has no compopt: there a space follows every choice, and files are offered
 * where there are no choices.
 */
const bashScript = `${installationLines({
  shell: "bash",
  now: 'eval "$(kubectl hco-status completion bash)"',
  always: `echo 'eval "$(kubectl hco-status completion bash)"' >> ~/.bashrc`,
})}
_kubectl_hco_status() {
  local program=$1 reply directive line
  COMPREPLY=()
  type -P "$program" >/dev/null || program=kubectl-hco_status
  reply=$("$program" __complete-bash "\${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" "\${COMP_TYPE-}" "\${COLUMNS-}" 2>/dev/null)
  directive=\${reply##*:}
  case $directive in '' | *[!0-9]*) return ;; esac
  while IFS= read -r line; do
    [[ -z $line ]] || COMPREPLY+=("$line")
  done <<<"\${reply%:*}"
  type compopt >/dev/null 2>&1 || return 0
  ((directive & 2)) && compopt -o nospace
  ((directive & 4)) && compopt +o default
  ((directive & 16)) && compopt +o default -o dirnames
  return 0
}

complete -o default -F _kubectl_hco_status kubectl-hco_status kubectl-hco-status
`;

/**
 * The completion script for zsh with compinit, to be sourced or to lie in a folder of fpath as `_kubectl-hco_status`.
 */
const zshScript = `#compdef kubectl-hco_status kubectl-hco-status
${installationLines({
  shell: "zsh",
  now: "source <(kubectl hco-status completion zsh)    # after compinit",
  always: 'kubectl hco-status completion zsh > "$fpath[1]/_kubectl-hco_status"',
})}
_kubectl-hco_status() {
  local program=\${(Q)words[1]} line value directive
  local -a typed lines choices more
  (( CURRENT > 2 )) && typed=("\${(@Q)words[2,CURRENT-1]}")
  typed+=("\${(Q)IPREFIX}\${(Q)PREFIX}")
  typed=("\${(@)typed/#\\~\\//$HOME/}")
  whence -p -- "$program" >/dev/null || program=kubectl-hco_status
  lines=("\${(@f)$(command "$program" __complete "\${(@)typed}" 2>/dev/null)}")
  directive=\${lines[-1]#:}
  lines[-1]=()
  [[ $directive == <-> ]] || return 1
  # After --flag= the choices are values alone, and so is a file after jsonpath-file=.
  [[ \${typed[-1]} == -*=* ]] && compset -P '[^=]#='
  if (( directive == 0 )); then
    compset -P '*-file='
    _files
    return
  elif (( directive & 16 )); then
    _files -/
    return
  fi
  for line in "\${(@)lines}"; do
    value=\${line%%$'\\t'*}
    value=\${\${value//\\\\/\\\\\\\\}//:/\\\\:}
    [[ $line == *$'\\t'* ]] && value+=:\${line#*$'\\t'}
    choices+=("$value")
  done
  (( directive & 2 )) && more=(-S '')
  _describe -t choices hco-status choices "\${(@)more}"
}

# As a file of fpath this is the body of the function itself; sourced it only makes the function known.
if [[ \${funcstack[1]} == _kubectl-hco_status ]]; then
  _kubectl-hco_status "$@"
else
  compdef _kubectl-hco_status kubectl-hco_status kubectl-hco-status
fi
`;

/** The completion script for fish 3 and later. */
const fishScript = `${installationLines({
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

/** The script that `completion SHELL` prints, by shell. */
export const completionScripts: Readonly<Record<ShellName, string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};
