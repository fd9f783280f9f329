/** How one shell takes a script: a command for the shell that runs, and one for all that start later. */
interface Installation {
  readonly shell: string;
  readonly now: string;
  readonly always: string;
}

/**
 * The first lines of a script. kubectl needs none of it: it runs the program of this name itself (kubectl,
 * pkg/cmd/plugin/plugin_completion.go), so that `kubectl hco-status` is completed wherever kubectl is.
 */
export function bySourcing({ shell, now, always }: Installation): string {
  return `# Completion of kubectl-hco_status and kubectl-hco-status in ${shell}.
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
