import type { FieldRow } from "./field-driver-table.ts";

type AnnotationRow = Pick<FieldRow, "drives" | "how" | "source">;

const patch = (component: string): Pick<FieldRow, "drives" | "how"> => ({ drives: [component], how: "patches" });

/**
 * Annotations by which HyperConverged configures a component outside its spec; the patches set TaintedConfiguration
 * (facts hco 4.3).
 */
export const hcoAnnotations: Readonly<Record<string, AnnotationRow>> = {
  "kubevirt.kubevirt.io/jsonpatch": { ...patch("KubeVirt"), source: "kubevirt.go, NewKubeVirt" },
  "containerizeddataimporter.kubevirt.io/jsonpatch": { ...patch("CDI"), source: "cdi.go, NewCDI" },
  "networkaddonsconfigs.kubevirt.io/jsonpatch": {
    ...patch("NetworkAddonsConfig"),
    source: "networkAddons.go, NewNetworkAddons",
  },
  "ssp.kubevirt.io/jsonpatch": { ...patch("SSP"), source: "ssp.go, NewSSP" },
  "hco.kubevirt.io/tuningPolicy": {
    drives: ["KubeVirt"],
    how: "configures",
    source: "kubevirt.go, getHcoAnnotationTuning",
  },
  deployOVS: { drives: ["NetworkAddonsConfig"], how: "configures", source: "networkAddons.go, hcoAnnotation2CnaoSpec" },
};
