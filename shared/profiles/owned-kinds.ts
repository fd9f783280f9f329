import type { Kind } from "../model/kind.ts";
import { podKind } from "./core-kinds.ts";

/**
 * Kinds of which an owner has several objects in the course of time, and only the newest counts: the others are history
 * that their controllers keep.
 */
export const supersededKinds: ReadonlySet<string> = new Set([
  // https://cert-manager.io/docs/reference/api-docs/#cert-manager.io/v1.CertificateSpec, revisionHistoryLimit
  "cert-manager.io/CertificateRequest",
  // https://knative.dev/docs/serving/revisions/
  "serving.knative.dev/Revision",
  // https://olm.operatorframework.io/docs/concepts/crds/installplan/
  "operators.coreos.com/InstallPlan",
  // https://docs.crossplane.io/latest/packages/configurations/, revisionHistoryLimit
  ...["Provider", "Configuration", "Function"].map((kind) => `pkg.crossplane.io/${kind}Revision`),
]);

/** Where the objects are that an owner of a kind has and that explain it, if nothing of its own does. */
export interface OwnedKindRow {
  readonly owner: Pick<Kind, "group" | "kind">;
  readonly owned: Kind;
  /** The label of owned objects whose value is the name of the owner. Without it all of the namespace are listed. */
  readonly label?: string;
  readonly source: string;
}

function namespaced(group: string, kind: string, plural: string, version: string): Kind {
  return { group, kind, plural, versions: [version], namespaced: true };
}

const certManager = "cert-manager.io";
const acme = `acme.${certManager}`;
const clusterApi = "cluster.x-k8s.io";
const requests = namespaced(certManager, "CertificateRequest", "certificaterequests", "v1");
const orders = namespaced(acme, "Order", "orders", "v1");
const challenges = namespaced(acme, "Challenge", "challenges", "v1");
const machines: Kind = {
  ...namespaced(clusterApi, "Machine", "machines", "v1beta2"),
  versions: ["v1beta2", "v1beta1"],
};
const machineLabels = "https://cluster-api.sigs.k8s.io/reference/api/labels-and-annotations";

/** The kinds whose owned objects are listed, once for each step down. */
const ownedKindRows: readonly OwnedKindRow[] = [
  {
    owner: { group: certManager, kind: "Certificate" },
    owned: requests,
    source: "https://cert-manager.io/docs/usage/certificate/",
  },
  { owner: requests, owned: orders, source: "https://cert-manager.io/docs/troubleshooting/acme/" },
  { owner: orders, owned: challenges, source: "https://cert-manager.io/docs/troubleshooting/acme/" },
  ...[
    ["Cluster", "cluster-name"],
    ["MachineDeployment", "deployment-name"],
    ["MachineSet", "set-name"],
  ].map(
    ([kind = "", label = ""]): OwnedKindRow => ({
      owner: { group: clusterApi, kind },
      owned: machines,
      label: `${clusterApi}/${label}`,
      source: machineLabels,
    }),
  ),
  {
    owner: { group: `controlplane.${clusterApi}`, kind: "KubeadmControlPlane" },
    owned: machines,
    label: `${clusterApi}/control-plane-name`,
    source: machineLabels,
  },
  {
    owner: { group: "serving.knative.dev", kind: "Service" },
    owned: podKind,
    label: "serving.knative.dev/service",
    source: "https://github.com/knative/serving/blob/HEAD/pkg/apis/serving/register.go",
  },
  {
    owner: { group: "postgresql.cnpg.io", kind: "Cluster" },
    owned: podKind,
    label: "cnpg.io/cluster",
    source: "https://cloudnative-pg.io/documentation/current/labels_annotations/",
  },
];

/** The rows of an owner's kind. */
export function ownedKindRowsOf({ group, kind }: Pick<Kind, "group" | "kind">): readonly OwnedKindRow[] {
  return ownedKindRows.filter(({ owner }) => owner.group === group && owner.kind === kind);
}
