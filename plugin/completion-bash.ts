import { bySourcing } from "./completion-install.ts";

/**
 * The script for bash 3.2, which macOS has, and later, without the package bash-completion. All that is hard, quotes and
 * COMP_WORDBREAKS, is left to the program (plugin/completion-bash-line.ts), and nothing that was typed is evaluated.
 * Bash 3 has no compopt: there a space follows every choice, and files are offered where nothing else is.
 */
export const bashScript: string = `${bySourcing({
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
