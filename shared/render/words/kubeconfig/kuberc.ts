/** The error for a plugin that the kuberc does not allow. */
export function forbiddenPluginText(plugin: string, why: string): string {
  return `${plugin} may not run: ${why}`;
}

/** The reason for a kuberc that allows no plugin. */
export function allDeniedText(file: string): string {
  return `${file} allows no credential plugin (DenyAll)`;
}

/** The reason for a command that no file was found for. */
export function uncheckedCommandText(fault: string, file: string): string {
  return `${fault}, so it cannot be checked against the allowlist of ${file}`;
}

/** The reason for a command that the allowlist does not contain. */
export function notInAllowlistText(path: string, file: string): string {
  return `${path} is not in the allowlist of ${file}`;
}

/** The reason for a kuberc without a valid document. */
export function noPreferenceText(group: string): string {
  return `it contains no readable Preference of ${group}/v1beta1 or v1alpha1`;
}

/** The error for a kuberc that KUBERC names and that cannot be used. */
export function unusableKubercText(file: string, fault: string): string {
  return `cannot use ${file}, set by KUBERC: ${fault}`;
}

/** The warning for the usual kuberc where it cannot be used. */
export function ignoredKubercText(file: string, fault: string): string {
  return `no preferences read from ${file}: ${fault}; credential plugins run without its policy, as in kubectl`;
}

/** The error for an allowlist beside a policy that does not use it. */
export function unusedAllowlistText(file: string, policy: string): string {
  return `${file}: credentialPluginAllowlist is set with the policy ${policy}; remove one of them`;
}

/** The error for an unknown policy. */
export function unknownPolicyText(file: string): string {
  return `${file}: credentialPluginPolicy must be AllowAll, DenyAll or Allowlist`;
}

/** The error for the policy Allowlist without a list. */
export function emptyAllowlistText(file: string): string {
  return `${file}: the policy Allowlist needs entries in credentialPluginAllowlist; to run none, use DenyAll`;
}

/** The error for an entry of the allowlist that is no clean name or path. */
export function wrongCommandText(file: string, command: string): string {
  return `${file}: ${JSON.stringify(command)} in credentialPluginAllowlist is not the name or path of a command`;
}

/** The error for an entry of the allowlist with two commands that differ. */
export function twoCommandsText(file: string, path: string): string {
  return `${file}: ${path} has a name and a different command`;
}
