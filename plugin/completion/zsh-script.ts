import { bySourcing } from "./install-hint.ts";

/**
 * The completion script for zsh with compinit, to be sourced or to lie in a folder of fpath as `_kubectl-hco_status`.
 */
export const zshScript: string = `#compdef kubectl-hco_status kubectl-hco-status
${bySourcing({
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
