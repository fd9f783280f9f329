/**
 * The first lines of a completion script, which say how to install it. `now` and `always` are commands: one for this
 * shell, and one for all that start later.
 */
export function installationText(shell: string, now: string, always: string): string {
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
