import { describeWays } from "./compare.ts";
import { withPlugin } from "./plugin.ts";
import type { Fields, Way } from "./way.ts";

const head = "apiVersion: kubectl.config.k8s.io/v1beta1\nkind: Preference\n";
const denyAll = `${head}credentialPluginPolicy: DenyAll\n`;

/** A Preference that allows the plugins of these entries. */
function allowlist(...entries: readonly string[]): string {
  return `${head}credentialPluginPolicy: Allowlist\ncredentialPluginAllowlist: [${entries.join(", ")}]\n`;
}

/** A user with the exec plugin `{home}/plugin`, which `exec` may name in another way, and a kuberc with this text. */
function withKuberc(kuberc: string | undefined, exec: Fields = {}, user: Fields = {}): Pick<Way, "user" | "files"> {
  const way = withPlugin({ token: "s3cret-plugin" }, exec, user);
  return { ...way, files: { ...way.files, ...(kuberc !== undefined && { ".kube/kuberc": kuberc }) } };
}

/** The plugin is named by its file name, which the PATH leads to. */
const inPath = { command: "plugin" };
const env = { PATH: "{home}:/usr/bin:/bin" };

describeWays("a kuberc allows and forbids plugins as for kubectl", [
  { way: "none", ...withKuberc(undefined) },
  { way: "an empty one", ...withKuberc("") },
  { way: "one with comments only", ...withKuberc("# nothing\n---\n") },
  { way: "one without a policy", ...withKuberc(head) },
  { way: "AllowAll", ...withKuberc(`${head}credentialPluginPolicy: AllowAll\n`) },
  { way: "DenyAll", ...withKuberc(denyAll), kubectl: "refuses" },
  { way: "DenyAll, where KUBERC is off", ...withKuberc(denyAll), env: { KUBERC: "off" } },
  { way: "DenyAll, where KUBECTL_KUBERC is false", ...withKuberc(denyAll), env: { KUBECTL_KUBERC: "False" } },
  { way: "DenyAll beside a token, which is sent", ...withKuberc(denyAll, {}, { token: "s3cret-token" }) },
  { way: "another policy", ...withKuberc(`${head}credentialPluginPolicy: Sometimes\n`), kubectl: "refuses" },
  { way: "a policy that is a list", ...withKuberc(`${head}credentialPluginPolicy: [DenyAll]\n`) },
  { way: "DenyAll beside an unknown field", ...withKuberc(`${denyAll}other: 1\n`), kubectl: "refuses" },
  { way: "v1alpha1, which has no policy", ...withKuberc(denyAll.replace("v1beta1", "v1alpha1")) },
  {
    way: "DenyAll after another kind",
    ...withKuberc(`kind: Other\napiVersion: v1\n---\n${denyAll}`),
    kubectl: "refuses",
  },
  { way: "two Preferences, of which the first counts", ...withKuberc(`${head}---\n${denyAll}`) },
  { way: "a broken file", ...withKuberc(`${head}credentialPluginPolicy: [DenyAll\n`) },
  { way: "another kind only", ...withKuberc("kind: Other\napiVersion: v1\n") },
  { way: "KUBERC that does not exist", ...withKuberc(undefined), env: { KUBERC: "{home}/none" }, kubectl: "refuses" },
  { way: "KUBERC that is broken", ...withKuberc(undefined), env: { KUBERC: "{materials}/ca.crt" }, kubectl: "refuses" },
  {
    way: "KUBERC that counts from the working directory",
    ...withKuberc(denyAll),
    env: { KUBERC: ".kube/kuberc" },
    kubectl: "refuses",
  },
]);

describeWays("an allowlist in a kuberc is read as kubectl reads it", [
  { way: "the name of the plugin", ...withKuberc(allowlist("{command: plugin}"), inPath), env },
  { way: "the name by its old key", ...withKuberc(allowlist("{name: plugin}"), inPath), env },
  { way: "the name by both keys", ...withKuberc(allowlist("{name: plugin, command: plugin}"), inPath), env },
  {
    way: "another name by both keys",
    ...withKuberc(allowlist("{name: other, command: other}"), inPath),
    env,
    kubectl: "refuses",
  },
  { way: "two names by both keys", ...withKuberc(allowlist("{name: plugin, command: other}"), inPath), env },
  {
    way: "the path of the plugin",
    ...withKuberc(allowlist("{command: other}", "{command: {home}/plugin}"), inPath),
    env,
  },
  { way: "the beginning of the name", ...withKuberc(allowlist("{command: plug}"), inPath), env, kubectl: "refuses" },
  {
    way: "another path of the name",
    ...withKuberc(allowlist("{command: {materials}/plugin}"), inPath),
    env,
    kubectl: "refuses",
  },
  { way: "the path for a path", ...withKuberc(allowlist("{command: {home}/plugin}")) },
  { way: "the name alone for a path", ...withKuberc(allowlist("{command: plugin}")), kubectl: "refuses" },
  { way: "the name alone for a path that the PATH has", ...withKuberc(allowlist("{command: plugin}")), env },
  {
    way: "another name for a plugin that does not exist",
    ...withKuberc(allowlist("{command: nowhere2}"), { command: "nowhere" }),
    kubectl: "refuses",
  },
  ...["{command: /usr//bin/x}", "{command: ./x}", "{}"].map((entry) => ({
    way: `${entry} beside the name`,
    ...withKuberc(allowlist("{command: plugin}", entry), inPath),
    env,
    kubectl: "refuses" as const,
  })),
  { way: "an empty list", ...withKuberc(allowlist()), kubectl: "refuses" },
  { way: "no list", ...withKuberc(`${head}credentialPluginPolicy: Allowlist\n`), kubectl: "refuses" },
  {
    way: "a list beside AllowAll",
    ...withKuberc(allowlist("{command: plugin}").replace("Policy: Allowlist", "Policy: AllowAll"), inPath),
    env,
    kubectl: "refuses",
  },
  { way: "a list without a policy", ...withKuberc(`${head}credentialPluginAllowlist: []\n`), kubectl: "refuses" },
]);
