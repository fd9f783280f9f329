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
export function bySourcing({ shell, now, always }: Installation): string {
  return installationText(shell, now, always);
}

/**
 * The first lines of a completion script, which say how to install it. `now` and `always` are commands: one for this
 * shell, and one for all that start later.
 */
function installationText(shell: string, now: string, always: string): string {
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
