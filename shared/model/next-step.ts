import { definedFields } from "./defined-fields.ts";
import type { GroupKind } from "./kind.ts";
import { pastedGroup, type Ref, unnamed } from "./object.ts";
import { resourceName } from "./resource-name.ts";

// The commands that a user runs next. Each function returns no step if an object's name could pass for an option.

/** A command that a user runs next, and what it shows. */
export interface NextStep {
  /** The arguments of kubectl, without quotes and without the flags that reach the cluster. */
  readonly words: readonly string[];
  readonly shows: StepPurpose;
}

/** What a command shows or does. Its words are in outline/next-command.ts. */
export type StepPurpose =
  | LogPurpose
  | "last-log"
  | "log"
  | "description"
  | "stored"
  | "bundle"
  | "webhook"
  | "policy"
  | "policy-binding"
  | "certificates"
  | "config-map"
  | "config-maps"
  | "events"
  | "missing-objects"
  | "unknown-objects"
  | "pods"
  | "start"
  | "installation"
  | "deployments"
  | "resume"
  | "permissions"
  | "deletion-blockers"
  | "all-of-kind"
  | "left-behind"
  | "operator-pods"
  | "service"
  | "endpoints"
  | "webhooks"
  | "instances"
  | "awaited-objects"
  | "outdated-instances";

/** What the log of an operator may explain. */
export type LogPurpose = "absent" | "converting" | "awaited" | "failing" | "refusing" | "unfinished" | "silent";

type Steps = readonly NextStep[];
type Namespaced = Pick<Ref, "namespace">;

/**
 * The log of a container.
 *
 * @param isPrevious shows the log of its last run, because it waits for its next one
 */
export function showLog(pod: Pick<Ref, "namespace" | "name">, container: string, isPrevious: boolean): Steps {
  const words = ["logs", ...namespaceFlags(pod), pod.name, "-c", container];
  if (isPrevious) words.push("--previous");
  return step(words, isPrevious ? "last-log" : "log", [pod.name, container], pod);
}

/**
 * The log of an operator's Deployment.
 *
 * @param about the state that the log may explain
 */
export function showDeploymentLog(namespaced: Namespaced, name: string, about: LogPurpose): Steps {
  const words = ["logs", ...namespaceFlags(namespaced), `deployment/${name}`, "--tail=100"];
  return step(words, about, [name], namespaced);
}

/** The log of the Pods of an operator whose Deployment has more than one possible name. */
export function showPodLog(namespaced: Namespaced, selector: string, about: LogPurpose): Steps {
  const words = ["logs", ...namespaceFlags(namespaced), "-l", selector, "--tail=100"];
  return step(words, about, [selector], namespaced);
}

/** The description of an object with its conditions and events, or of all objects of its kind if a pasted text has no name. */
export function describeObject(ref: Ref): Steps {
  if (ref.group === pastedGroup) return [];
  const nameFlags = ref.name === unnamed && ref.namespace === undefined ? ["-A"] : [ref.name, ...namespaceFlags(ref)];
  const words = ["describe", shortResource(ref), ...nameFlags];
  return step(words, "description", [ref.kind, ref.name], ref);
}

/** An object in the version in which it is stored, if no other can be read. Empty without a version or a group. */
export function showStored(ref: Ref, version: string | undefined): Steps {
  if (version === undefined || ref.group === "") return [];
  const resource = `${ref.kind.toLowerCase()}.${version}.${ref.group}`;
  const words = ["get", resource, ref.name, ...namespaceFlags(ref), "-o", "yaml"];
  return step(words, "stored", [ref.kind, version, ref.group, ref.name], ref);
}

/** An object with its `caBundle`, which a description cuts. */
export function showBundle(ref: Ref): Steps {
  return showClusterObject(ref, "bundle");
}

/** A ConfigMap with the certificates that it holds. */
export function showConfigMap(name: string, namespaced: Namespaced): Steps {
  const words = ["get", "configmap", name, ...namespaceFlags(namespaced), "-o", "yaml"];
  return step(words, "config-map", [name], namespaced);
}

/** The ConfigMaps of a namespace, where none is named or the named one does not exist. */
export function listConfigMaps(namespaced: Namespaced): Steps {
  return step(["get", "configmaps", ...namespaceOrAllFlags(namespaced)], "config-maps", [], namespaced);
}

/** The Certificates of cert-manager in a namespace, with their Secrets and whether they are ready. */
export function listCertificates(namespaced: Namespaced): Steps {
  const words = ["get", "certificates.cert-manager.io", ...namespaceOrAllFlags(namespaced)];
  return step(words, "certificates", [], namespaced);
}

/** The configuration of a webhook: what it is called for, and at which Service. A description omits the Service. */
export function showWebhook(configuration: Ref): Steps {
  return showClusterObject(configuration, "webhook");
}

/** An admission policy of the API server: the expressions that a write must satisfy. */
export function showAdmissionPolicy(policy: Ref): Steps {
  return showClusterObject(policy, "policy");
}

/** The binding of an admission policy: the namespaces and objects to which the policy applies. */
export function showPolicyBinding(binding: Ref): Steps {
  return showClusterObject(binding, "policy-binding");
}

/** All fields of a cluster-scoped object. A description cuts or omits some of them. */
function showClusterObject(ref: Ref, shows: StepPurpose): Steps {
  return step(["get", shortResource(ref), ref.name, "-o", "yaml"], shows, [ref.kind, ref.name]);
}

/** The events of a namespace, for an object that does not exist. */
export function listEvents(namespaced: Namespaced): Steps {
  const words = ["get", "events", ...namespaceFlags(namespaced), "--sort-by=.lastTimestamp"];
  return step(words, "events", [], namespaced);
}

/** All objects of some kinds as a file, to be read beside the one that lacks them. */
export function printKinds(refs: readonly Pick<Ref, "group" | "kind" | "namespace">[]): Steps {
  const { resources, flags, names } = describeKinds(refs);
  return resources === "" ? [] : step(["get", resources, ...flags, "-o", "yaml"], "missing-objects", names);
}

/** All objects of some kinds, of which one is missing or not known. */
export function listKinds(refs: readonly Pick<Ref, "group" | "kind" | "namespace">[]): Steps {
  const { resources, flags, names } = describeKinds(refs);
  return resources === "" ? [] : step(["get", resources, ...flags], "unknown-objects", names);
}

/** The kinds of some objects as the words of a command. */
interface KindWords {
  /** `pods,datavolumes.cdi.kubevirt.io`. Empty without a kind that a cluster can have. */
  readonly resources: string;
  /** The flag of the only namespace of the objects, or `-A`. */
  readonly flags: readonly string[];
  /** The names among these words that the cluster chose. */
  readonly names: readonly string[];
}

function describeKinds(refs: readonly Pick<Ref, "group" | "kind" | "namespace">[]): KindWords {
  const clusterRefs = refs.filter(({ group }) => group !== pastedGroup);
  const kinds = clusterRefs.map(({ group, kind }) => resourceName({ group: isPlainGroup(group) ? "" : group, kind }));
  const namespaces = [...new Set(clusterRefs.map(({ namespace = "" }) => namespace))].filter((name) => name !== "");
  const onlyNamespace = namespaces.length === 1 ? namespaces[0] : undefined;
  return {
    resources: [...new Set(kinds)].join(","),
    flags: namespaceOrAllFlags(definedFields({ namespace: onlyNamespace })),
    names: [...kinds, ...namespaces],
  };
}

/** The Pods that a label selector chooses (`name=cdi-operator`), in all namespaces where none is known. */
export function listPods(namespaced: Namespaced, selector: string): Steps {
  const words = ["get", "pods", ...namespaceOrAllFlags(namespaced), "-l", selector];
  return step(words, "pods", [selector], namespaced);
}

/** Starts a Deployment again that is scaled to zero. The command changes the cluster, so it never comes first. */
export function scaleUp(namespaced: Namespaced, name: string): Steps {
  const words = ["scale", "--replicas=1", `deployment/${name}`, ...namespaceFlags(namespaced)];
  return step(words, "start", [name], namespaced);
}

/** OLM's record of what it installs, because OLM makes a missing Deployment of such an operator again. */
export function listInstallation(namespaced: Namespaced): Steps {
  const kinds = "clusterserviceversions.operators.coreos.com,subscriptions.operators.coreos.com";
  const words = ["get", kinds, ...namespaceFlags(namespaced)];
  return step(words, "installation", [], namespaced);
}

/** The Deployments of a namespace, beside which one is missing. */
export function listDeployments(namespaced: Namespaced): Steps {
  const words = ["get", "deployments", ...namespaceOrAllFlags(namespaced)];
  return step(words, "deployments", [], namespaced);
}

/** Lets a paused Deployment make Pods of its newest template again. The command changes the cluster, so it never comes first. */
export function resumeRollout(namespaced: Namespaced, name: string): Steps {
  const words = ["rollout", "resume", `deployment/${name}`, ...namespaceFlags(namespaced)];
  return step(words, "resume", [name], namespaced);
}

/**
 * The role that the user lacks, for the kind of a root, in all namespaces if none is known. `kubectl auth can-i` would only
 * repeat the refusal that is known.
 */
export function printPermissions(kind: GroupKind, namespaced: Namespaced): Steps {
  const words = ["hco-status", "permissions", shortResource(kind), ...namespaceFlags(namespaced)];
  return step(words, "permissions", [kind.kind], namespaced);
}

/** The objects of some kinds in all namespaces. Empty without a kind. */
export function listEverywhere(kinds: readonly string[]): Steps {
  return kinds.length === 0 ? [] : step(["get", kinds.join(","), "-A"], "deletion-blockers", []);
}

/** The objects of some resources (`kubevirts.kubevirt.io`) that a deletion waits for. */
export function listRemaining(resources: readonly string[], namespaced: Namespaced): Steps {
  const words = ["get", resources.join(","), ...namespaceOrAllFlags(namespaced)];
  return step(words, "deletion-blockers", resources, namespaced);
}

/** All objects of a kind, in all namespaces. */
export function listAllOfKind(kind: GroupKind): Steps {
  return step(["get", shortResource(kind), "-A"], "all-of-kind", [kind.kind]);
}

/** What exists of several kinds, in all namespaces. */
export function listLeftBehind(kinds: readonly GroupKind[]): Steps {
  return step(["get", kinds.map(shortResource).join(","), "-A"], "left-behind", []);
}

/** The Pods of an operator that may not be installed, in all namespaces. */
export function findOperatorPods(selector: string): Steps {
  return step(["get", "pods", "-A", "-l", selector], "operator-pods", [selector]);
}

/** A Service that may not exist. */
export function showService(service: Pick<Ref, "namespace" | "name">): Steps {
  const words = ["get", "service", service.name, ...namespaceFlags(service)];
  return step(words, "service", [service.name], service);
}

/** The EndpointSlices of a Service, if it has any. */
export function listEndpointSlices(namespaced: Namespaced, service: string): Steps {
  const words = ["get", "endpointslices", ...namespaceFlags(namespaced), "-l", `kubernetes.io/service-name=${service}`];
  return step(words, "endpoints", [service], namespaced);
}

/** The virtual machines that run on a node, in all namespaces. */
export function listInstancesOn(node: Pick<Ref, "name">): Steps {
  const words = ["get", "virtualmachineinstances", "-A", "-l", `kubevirt.io/nodeName=${node.name}`];
  return step(words, "instances", [node.name]);
}

/** The objects of some kinds in a namespace, which an object there may wait for. */
export function listAwaited(kinds: readonly GroupKind[], namespaced: Namespaced): Steps {
  const words = ["get", kinds.map(shortResource).join(","), ...namespaceOrAllFlags(namespaced)];
  return step(words, "awaited-objects", [], namespaced);
}

/** The Pods that run on a node, in all namespaces. */
export function listPodsOn(node: Pick<Ref, "name">): Steps {
  const words = ["get", "pods", "-A", "--field-selector", `spec.nodeName=${node.name}`];
  return step(words, "pods", [node.name]);
}

/** The webhooks and policies that may refuse a write. */
export function listWebhooks(): Steps {
  const kinds = "validatingwebhookconfigurations,mutatingwebhookconfigurations";
  return step(["get", kinds], "webhooks", []);
}

/** The virtual machines that run in a pod of an older KubeVirt (kubevirt/kubevirt api/core/v1/types.go, OutdatedLauncherImageLabel). */
export function listOutdatedInstances(): Steps {
  const words = ["get", "virtualmachineinstances", "-A", "-l", "kubevirt.io/outdatedLauncherImage"];
  return step(words, "outdated-instances", []);
}

/** `["-n", "cnv"]`, or `["-A"]` without a namespace. */
export function namespaceOrAllFlags(namespaced: Namespaced): readonly string[] {
  return namespaced.namespace === undefined ? ["-A"] : namespaceFlags(namespaced);
}

/** `["-n", "cnv"]`, or nothing without a namespace. */
export function namespaceFlags({ namespace }: Namespaced): readonly string[] {
  return namespace === undefined ? [] : ["-n", namespace];
}

/**
 * The step. Empty if a name could pass for an option.
 * @param names those of the words that the cluster chose
 * @param namespaced has the namespace if it is among the words
 */
function step(
  words: readonly string[],
  shows: StepPurpose,
  names: readonly string[],
  { namespace }: Namespaced = {},
): Steps {
  const chosenNames = namespace === undefined ? names : [...names, namespace];
  return chosenNames.every(isName) ? [{ words, shows }] : [];
}

/**
 * `kubevirt`, `deployment`. Kinds of other families have their group, because several groups have a kind such as
 * Cluster.
 */
function shortResource(ref: GroupKind): string {
  const kind = ref.kind.toLowerCase();
  return isPlainGroup(ref.group) ? kind : `${kind}.${ref.group}`;
}

function isPlainGroup(group: string): boolean {
  return group === "" || group === "apps" || group.endsWith("kubevirt.io");
}

/** Whether the name may stand in a command. One that no API server accepts could pass for an option. */
function isName(name: string): boolean {
  return name !== "" && !name.startsWith("-");
}
