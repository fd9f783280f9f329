import type { FieldRow } from "./field-driver-table.ts";

type GateRow = Pick<FieldRow, "drives" | "instead" | "source">;

/** Gates that the operator passes on to KubeVirt as a feature gate with the same meaning. */
const ofKubeVirt = (source = "kubevirt.go, getFeatureGateChecks"): GateRow => ({ drives: ["KubeVirt"], source });

/** Gates that the operator's list calls deprecated and ignored (pkg/featuregatedetails/feature-gates.json@2bc6c71b). */
const ignored = (instead?: string): GateRow => ({
  drives: [],
  ...(instead !== undefined && { instead }),
  source: "pkg/featuregatedetails/feature-gates.json",
});

/**
 * Feature gates of HyperConverged: fields of `spec.featureGates` in v1beta1, entries of that list in v1. Sources are in
 * controllers/handlers of kubevirt/hyperconverged-cluster-operator, see hco-fields-table.
 */
export const hcoGates: Readonly<Record<string, GateRow>> = {
  decentralizedLiveMigration: ofKubeVirt(),
  videoConfig: ofKubeVirt(),
  alignCPUs: ofKubeVirt("kubevirt.go, setAnnotationsToReqState"),
  containerPathVolumes: ofKubeVirt(),
  declarativeHotplugVolumes: ofKubeVirt(),
  downwardMetrics: ofKubeVirt(),
  incrementalBackup: ofKubeVirt(),
  objectGraph: ofKubeVirt(),
  persistentReservation: ofKubeVirt(),
  disableMDevConfiguration: ofKubeVirt("kubevirt.go, toKvMediatedDevicesConfiguration"),
  deployKubeSecondaryDNS: { drives: ["NetworkAddonsConfig"], source: "networkAddons.go, NewNetworkAddons" },
  enableMultiArchBootImageImport: { drives: ["SSP"], source: "ssp.go, NewSSP" },
  autoResourceLimits: ignored(),
  deployKubevirtIpamController: ignored(),
  deployTektonTaskResources: ignored(),
  deployVmConsoleProxy: ignored("spec.deployVmConsoleProxy"),
  enableApplicationAwareQuota: ignored("spec.enableApplicationAwareQuota"),
  enableCommonBootImageImport: ignored("spec.enableCommonBootImageImport"),
  enableManagedTenantQuota: ignored(),
  nonRoot: ignored(),
  primaryUserDefinedNetworkBinding: ignored(),
  withHostPassthroughCPU: ignored(),
};
