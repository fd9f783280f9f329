import { join, posix, resolve, win32 } from "node:path";
import { InputError } from "../../errors/errors.ts";
import { fileErrorMessage } from "../../errors/file-error-message.ts";
import { noSuchFile } from "../../errors/file-errors.ts";
import { readBounded } from "../../files/read-bounded.ts";
import { type ConfigSection, readSection, sectionsAt, sectionText } from "../../kubeconfig/config-section.ts";
import type { CredentialEnvironment } from "../credential-environment.ts";

/** Which credential plugins may run. The `commands` of an Allowlist are names for the PATH or absolute paths. */
export interface PluginPolicy {
  readonly type: "AllowAll" | "DenyAll" | "Allowlist";
  readonly commands: readonly string[];
  readonly file: string;
}

/**
 * The policy of the user's kuberc, read as kubectl 1.36 reads it (kubectl, pkg/kuberc). KUBERC names the file or is
 * `off`. KUBECTL_KUBERC=false turns it off too. Else the file is `~/.kube/kuberc`. Undefined without a file.
 * As in kubectl, a file that KUBERC names must be valid. Where the usual file cannot be read, the user is warned and it
 * is ignored.
 * @throws InputError for an invalid file that KUBERC names, and for a policy that contradicts itself.
 */
export async function readPluginPolicy(from: CredentialEnvironment): Promise<PluginPolicy | undefined> {
  const { env, home, cwd, printMessage } = from;
  const named = env["KUBERC"];
  if (named === "off" || env["KUBECTL_KUBERC"]?.toLowerCase() === "false") return undefined;
  const usual = join(home, ".kube", "kuberc");
  const file = named ? resolve(cwd, named) : usual;
  const preference = await preferenceIn(file);
  if (preference === "absent" && !named) return undefined;
  if (typeof preference !== "object") {
    const fault = preference === "absent" ? noSuchFile : preference;
    if (named) throw new InputError(`cannot use ${file}, set by KUBERC: ${fault}`);
    printMessage(
      `no preferences read from ${file}: ${fault}; credential plugins run without its policy, as in kubectl\n`,
    );
    return undefined;
  }
  return preference.section === undefined ? undefined : policyOf(preference.section, from.platform);
}

/**
 * The first document of a kind and version that kubectl knows, or a text that says what is wrong. An empty file has no
 * `section`.
 */
async function preferenceIn(file: string): Promise<{ readonly section?: ConfigSection } | string> {
  let text: string;
  try {
    text = readBounded(file).toString();
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? "absent" : fileErrorMessage(error);
  }
  const { readDocuments } = await import("../../../parse/documents/split-documents.ts");
  const { documents, faults } = readDocuments(text, file);
  for (const { value } of documents) {
    const section = usable(file, value);
    if (section !== undefined) return { section };
  }
  return documents.length + faults.length === 0
    ? {}
    : `it contains no readable Preference of ${group}/v1beta1 or v1alpha1`;
}

const group = "kubectl.config.k8s.io";

// A document that cannot be decoded is skipped, and the next one is tried (kubectl, pkg/kuberc/marshal.go).
function usable(file: string, value: unknown): ConfigSection | undefined {
  try {
    const section = readSection(file, "", value);
    const version = sectionText(section, "apiVersion");
    if (sectionText(section, "kind") !== "Preference") return undefined;
    if (version !== `${group}/v1beta1` && version !== `${group}/v1alpha1`) return undefined;
    // v1alpha1 has no policy: it does not know these fields.
    if (version === `${group}/v1alpha1`) return readSection(file, "", {});
    sectionText(section, "credentialPluginPolicy");
    commandsIn(section);
    return section;
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

// The checked policy (client-go, plugin/pkg/client/auth/exec/exec.go: ValidatePluginPolicy, validateAllowlist).
function policyOf(section: ConfigSection, platform: string): PluginPolicy {
  const { file } = section;
  const type = sectionText(section, "credentialPluginPolicy") ?? "AllowAll";
  const commands = commandsIn(section);
  if (type === "AllowAll" || type === "DenyAll") {
    if (commands === undefined) return { type, commands: [], file };
    throw new InputError(`${file}: credentialPluginAllowlist is set with the policy ${type}; remove one of them`);
  }
  if (type !== "Allowlist") {
    throw new InputError(`${file}: credentialPluginPolicy must be AllowAll, DenyAll or Allowlist`);
  }
  if (commands === undefined || commands.length === 0) {
    throw new InputError(
      `${file}: the policy Allowlist needs entries in credentialPluginAllowlist; to run none, use DenyAll`,
    );
  }
  const clean = platform === "win32" ? win32.normalize : posix.normalize;
  const invalid = commands.find((command) => command === "" || clean(command).replace(/(?<=.)[\\/]$/, "") !== command);
  if (invalid === undefined) return { type, commands, file };
  throw new InputError(
    `${file}: ${JSON.stringify(invalid)} in credentialPluginAllowlist is not the name or path of a command`,
  );
}

/** The allowed commands. 1.35 called `name` `command`. @throws InputError where both differ, or a type is wrong. */
function commandsIn(section: ConfigSection): readonly string[] | undefined {
  const key = "credentialPluginAllowlist";
  const value = section.fields[key];
  if (value === null || value === undefined) return undefined;
  return sectionsAt(section, key).map((entry) => {
    const command = sectionText(entry, "command");
    const name = sectionText(entry, "name");
    if (command === undefined || name === undefined || command === name) return command ?? name ?? "";
    throw new InputError(`${entry.file}: ${entry.path} has a name and a different command`);
  });
}
