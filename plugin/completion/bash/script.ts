import { bySourcing } from "../install-hint.ts";

/**
 * The completion script for bash 3.2, which macOS has, and later. It does not need the package bash-completion. The
 * hard parts, quotes and COMP_WORDBREAKS, are left to the program (plugin/completion/bash/parse-line.ts). The script
 * evaluates nothing that was typed. bash 3 has no compopt: there a space follows every choice, and files are offered
 * where there are no choices.
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
