import { join, posix, resolve, win32 } from "node:path";
import { InputError } from "../../errors/errors.ts";
import { fileErrorMessage } from "../../errors/file-error-message.ts";
import { noSuchFile } from "../../errors/file-errors.ts";
import { readBounded } from "../../files/read-bounded.ts";
import { ConfigSection } from "../../kubeconfig/config-section.ts";
import type { CredentialEnvironment } from "../credential-environment.ts";

/** Which credential plugins may run. The `commands` of an Allowlist are names for the PATH or absolute paths. */
export interface PluginPolicy {
  readonly type: "AllowAll" | "DenyAll" | "Allowlist";
  readonly commands: readonly string[];
  readonly file: string;
}

const apiGroup = "kubectl.config.k8s.io";
const allowlistKey = "credentialPluginAllowlist";

/**
 * Reads the policy of the user's kuberc as kubectl 1.36 does (kubectl, pkg/kuberc). The file is, in this order:
 * 1. none, where KUBERC is `off` or KUBECTL_KUBERC is `false`,
 * 2. the file that KUBERC names, which must be valid,
 * 3. `~/.kube/kuberc`. Where it cannot be read, the user is warned and it is ignored.
 *
 * Undefined without a file, and where the file has no Preference.
 * @throws InputError for an invalid file that KUBERC names, and for a policy that contradicts itself.
 */
export async function readPluginPolicy(environment: CredentialEnvironment): Promise<PluginPolicy | undefined> {
  const { env, home, cwd, platform, printMessage } = environment;
  const namedFile = env["KUBERC"];
  if (namedFile === "off" || env["KUBECTL_KUBERC"]?.toLowerCase() === "false") return undefined;
  const file = namedFile ? resolve(cwd, namedFile) : join(home, ".kube", "kuberc");
  const { section, fault, isMissing } = await readPreference(file);
  if (section !== undefined) return readPolicy(section, platform);
  if (fault === undefined || (isMissing && !namedFile)) return undefined;
  if (namedFile) throw new InputError(`cannot use ${file}, set by KUBERC: ${fault}`);
  printMessage(
    `no preferences read from ${file}: ${fault}; credential plugins run without its policy, as in kubectl\n`,
  );
  return undefined;
}

/** The Preference in a file, or why the file cannot be used. Both are undefined for an empty file. */
interface PreferenceFile {
  readonly section?: ConfigSection;
  readonly fault?: string;
  /** Whether the fault is that there is no such file. */
  readonly isMissing?: boolean;
}

/** Reads the first document of a kind and version that kubectl knows. */
async function readPreference(file: string): Promise<PreferenceFile> {
  let text: string;
  try {
    text = readBounded(file).toString();
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    return { fault: isMissing ? noSuchFile : fileErrorMessage(error), isMissing };
  }
  const { readDocuments } = await import("../../../parse/documents/split-documents.ts");
  const { documents, faults } = readDocuments(text, file);
  for (const { value } of documents) {
    const section = decodePreference(file, value);
    if (section !== undefined) return { section };
  }
  if (documents.length + faults.length === 0) return {};
  return { fault: `it contains no readable Preference of ${apiGroup}/v1beta1 or v1alpha1` };
}

/**
 * The fields of a Preference. Undefined for a document that kubectl cannot decode: it skips that, and tries the next one
 * (kubectl, pkg/kuberc/marshal.go).
 */
function decodePreference(file: string, document: unknown): ConfigSection | undefined {
  try {
    const section = new ConfigSection(file, "", document);
    if (section.text("kind") !== "Preference") return undefined;
    const version = section.text("apiVersion");
    // v1alpha1 does not know the fields of a policy.
    if (version === `${apiGroup}/v1alpha1`) return new ConfigSection(file, "", {});
    if (version !== `${apiGroup}/v1beta1`) return undefined;
    // Both are read to find out whether their types are right.
    section.text("credentialPluginPolicy");
    readAllowedCommands(section);
    return section;
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

/** The policy, checked (client-go, plugin/pkg/client/auth/exec/exec.go: ValidatePluginPolicy, validateAllowlist). */
function readPolicy(section: ConfigSection, platform: string): PluginPolicy {
  const { file } = section;
  const type = section.text("credentialPluginPolicy") ?? "AllowAll";
  const commands = readAllowedCommands(section);
  if (type === "AllowAll" || type === "DenyAll") {
    if (commands === undefined) return { type, commands: [], file };
    throw new InputError(`${file}: ${allowlistKey} is set with the policy ${type}; remove one of them`);
  }
  if (type !== "Allowlist") {
    throw new InputError(`${file}: credentialPluginPolicy must be AllowAll, DenyAll or Allowlist`);
  }
  if (commands === undefined || commands.length === 0) {
    throw new InputError(`${file}: the policy Allowlist needs entries in ${allowlistKey}; to run none, use DenyAll`);
  }
  const invalid = commands.find((command) => !isCommand(command, platform));
  if (invalid === undefined) return { type, commands, file };
  throw new InputError(`${file}: ${JSON.stringify(invalid)} in ${allowlistKey} is not the name or path of a command`);
}

/** Whether a text is the name or path of a command: not empty, and without `.`, `..` or needless slashes. */
function isCommand(text: string, platform: string): boolean {
  const normalize = platform === "win32" ? win32.normalize : posix.normalize;
  const withoutLastSlash = normalize(text).replace(/(?<=.)[\\/]$/, "");
  return text !== "" && text === withoutLastSlash;
}

/**
 * The allowed commands. kubectl 1.35 called the field `name` `command`. Undefined without an allowlist.
 * @throws InputError where both fields differ, or a type is wrong.
 */
function readAllowedCommands(section: ConfigSection): readonly string[] | undefined {
  if (section.value(allowlistKey) === undefined) return undefined;
  return section.sections(allowlistKey).map((entry) => {
    const command = entry.text("command");
    const name = entry.text("name");
    if (command === undefined || name === undefined || command === name) return command ?? name ?? "";
    throw new InputError(`${entry.file}: ${entry.path} has a name and a different command`);
  });
}
