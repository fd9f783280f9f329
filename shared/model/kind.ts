/** A Kubernetes kind, as a request for its objects spells it. */
export interface Kind {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  /** Versions to request, best first. */
  readonly versions: readonly string[];
  readonly namespaced: boolean;
}

/** What names a kind, whatever its version. */
export type GroupKind = Pick<Kind, "group" | "kind">;

/** Whether two kinds, or the kinds of two objects, are one. */
export function isSameKind(a: GroupKind, b: GroupKind): boolean {
  return a.group === b.group && a.kind === b.kind;
}

/** The key of a kind in a map: `apps/Deployment`. */
export function kindKey({ group, kind }: GroupKind): string {
  return `${group}/${kind}`;
}

/** A kind with its group, without one for the core group: `Service`, `Deployment.apps`. */
export function formatGroupKind({ group, kind }: GroupKind): string {
  return group === "" ? kind : `${kind}.${group}`;
}

/** The type as kubectl takes it: `pods`, `cdis.cdi.kubevirt.io`. */
export function typeName({ group, plural }: Pick<Kind, "group" | "plural">): string {
  return group === "" ? plural : `${plural}.${group}`;
}

/** Whether a kind is Secret. Only the metadata of a Secret is ever read, and only where the user names it. */
export function isSecret({ group, kind }: GroupKind): boolean {
  return group === "" && kind === "Secret";
}

/** Whether a kind is Secret in any spelling, because a file that the API server would reject can still have a secret. */
export function isSecretInAnySpelling({ group, kind }: GroupKind): boolean {
  return group === "" && kind.toLowerCase() === "secret";
}

/**
 * Whether a kind is built in. A group without a domain is, and so are those of the API server itself. Other groups
 * below k8s.io are those of custom resources, such as the Gateway API.
 */
export function isBuiltInKind({ group }: Pick<Kind, "group">): boolean {
  return !group.includes(".") || builtInGroups.has(group);
}

/** The groups with a domain that an API server serves without any CRD (kubernetes/api, and aggregated metrics). */
const builtInGroups: ReadonlySet<string> = new Set([
  "admissionregistration.k8s.io",
  "apiextensions.k8s.io",
  "apiregistration.k8s.io",
  "authentication.k8s.io",
  "authorization.k8s.io",
  "certificates.k8s.io",
  "coordination.k8s.io",
  "discovery.k8s.io",
  "events.k8s.io",
  "flowcontrol.apiserver.k8s.io",
  "internal.apiserver.k8s.io",
  "networking.k8s.io",
  "node.k8s.io",
  "rbac.authorization.k8s.io",
  "resource.k8s.io",
  "scheduling.k8s.io",
  "storage.k8s.io",
  "storagemigration.k8s.io",
  "metrics.k8s.io",
  "custom.metrics.k8s.io",
  "external.metrics.k8s.io",
]);
