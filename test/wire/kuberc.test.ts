import { describeAsKubectl } from "./compare.ts";
import type { ConnectionCase, Fields } from "./connection-case.ts";
import { withPlugin } from "./plugin.ts";

const head = "apiVersion: kubectl.config.k8s.io/v1beta1\nkind: Preference\n";
const denyAll = `${head}credentialPluginPolicy: DenyAll\n`;

/** A Preference that allows the plugins of these entries. */
function allowlist(...entries: readonly string[]): string {
  return `${head}credentialPluginPolicy: Allowlist\ncredentialPluginAllowlist: [${entries.join(", ")}]\n`;
}

/** A user with the exec plugin `{home}/plugin`, which `exec` may name in another way, and a kuberc with this text. */
function withKuberc(
  kuberc: string | undefined,
  exec: Fields = {},
  user: Fields = {},
): Pick<ConnectionCase, "user" | "files"> {
  const plugin = withPlugin({ status: { token: "s3cret-plugin" }, exec, user });
  return { ...plugin, files: { ...plugin.files, ...(kuberc !== undefined && { ".kube/kuberc": kuberc }) } };
}

/** The plugin is named by its file name, which the PATH leads to. */
const inPath = { command: "plugin" };
const env = { PATH: "{home}:/usr/bin:/bin" };

describeAsKubectl("a kuberc allows and forbids plugins as for kubectl", [
  { title: "none", ...withKuberc(undefined) },
  { title: "an empty one", ...withKuberc("") },
  { title: "one with comments only", ...withKuberc("# nothing\n---\n") },
  { title: "one without a policy", ...withKuberc(head) },
  { title: "AllowAll", ...withKuberc(`${head}credentialPluginPolicy: AllowAll\n`) },
  { title: "DenyAll", ...withKuberc(denyAll), kubectl: "refuses" },
  { title: "DenyAll, where KUBERC is off", ...withKuberc(denyAll), env: { KUBERC: "off" } },
  { title: "DenyAll, where KUBECTL_KUBERC is false", ...withKuberc(denyAll), env: { KUBECTL_KUBERC: "False" } },
  { title: "DenyAll beside a token, which is sent", ...withKuberc(denyAll, {}, { token: "s3cret-token" }) },
  { title: "another policy", ...withKuberc(`${head}credentialPluginPolicy: Sometimes\n`), kubectl: "refuses" },
  { title: "a policy that is a list", ...withKuberc(`${head}credentialPluginPolicy: [DenyAll]\n`) },
  { title: "DenyAll beside an unknown field", ...withKuberc(`${denyAll}other: 1\n`), kubectl: "refuses" },
  { title: "v1alpha1, which has no policy", ...withKuberc(denyAll.replace("v1beta1", "v1alpha1")) },
  {
    title: "DenyAll after another kind",
    ...withKuberc(`kind: Other\napiVersion: v1\n---\n${denyAll}`),
    kubectl: "refuses",
  },
  { title: "two Preferences, of which the first counts", ...withKuberc(`${head}---\n${denyAll}`) },
  { title: "a broken file", ...withKuberc(`${head}credentialPluginPolicy: [DenyAll\n`), prints: "kuberc" },
  { title: "another kind only", ...withKuberc("kind: Other\napiVersion: v1\n"), prints: "kuberc" },
  { title: "KUBERC that does not exist", ...withKuberc(undefined), env: { KUBERC: "{home}/none" }, kubectl: "refuses" },
  {
    title: "KUBERC that is broken",
    ...withKuberc(undefined),
    env: { KUBERC: "{materials}/ca.crt" },
    kubectl: "refuses",
  },
  {
    title: "KUBERC that counts from the working directory",
    ...withKuberc(denyAll),
    env: { KUBERC: ".kube/kuberc" },
    kubectl: "refuses",
  },
]);

describeAsKubectl("an allowlist in a kuberc is read as kubectl reads it", [
  { title: "the name of the plugin", ...withKuberc(allowlist("{command: plugin}"), inPath), env },
  { title: "the name by its old key", ...withKuberc(allowlist("{name: plugin}"), inPath), env },
  { title: "the name by both keys", ...withKuberc(allowlist("{name: plugin, command: plugin}"), inPath), env },
  {
    title: "another name by both keys",
    ...withKuberc(allowlist("{name: other, command: other}"), inPath),
    env,
    kubectl: "refuses",
  },
  { title: "two names by both keys", ...withKuberc(allowlist("{name: plugin, command: other}"), inPath), env },
  {
    title: "the path of the plugin",
    ...withKuberc(allowlist("{command: other}", "{command: {home}/plugin}"), inPath),
    env,
  },
  { title: "the beginning of the name", ...withKuberc(allowlist("{command: plug}"), inPath), env, kubectl: "refuses" },
  {
    title: "another path of the name",
    ...withKuberc(allowlist("{command: {materials}/plugin}"), inPath),
    env,
    kubectl: "refuses",
  },
  { title: "the path for a path", ...withKuberc(allowlist("{command: {home}/plugin}")) },
  { title: "the name alone for a path", ...withKuberc(allowlist("{command: plugin}")), kubectl: "refuses" },
  { title: "the name alone for a path that the PATH has", ...withKuberc(allowlist("{command: plugin}")), env },
  {
    title: "another name for a plugin that does not exist",
    ...withKuberc(allowlist("{command: nowhere2}"), { command: "nowhere" }),
    kubectl: "refuses",
  },
  ...["{command: /usr//bin/x}", "{command: ./x}", "{}"].map((entry) => ({
    title: `${entry} beside the name`,
    ...withKuberc(allowlist("{command: plugin}", entry), inPath),
    env,
    kubectl: "refuses" as const,
  })),
  { title: "an empty list", ...withKuberc(allowlist()), kubectl: "refuses" },
  { title: "no list", ...withKuberc(`${head}credentialPluginPolicy: Allowlist\n`), kubectl: "refuses" },
  {
    title: "a list beside AllowAll",
    ...withKuberc(allowlist("{command: plugin}").replace("Policy: Allowlist", "Policy: AllowAll"), inPath),
    env,
    kubectl: "refuses",
  },
  { title: "a list without a policy", ...withKuberc(`${head}credentialPluginAllowlist: []\n`), kubectl: "refuses" },
]);
