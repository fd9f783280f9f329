import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** A real kubectl: in KUBEBUILDER_ASSETS, where the tests build one, or on the PATH; undefined where there is none. */
export function findKubectl(): string | undefined {
  const { KUBEBUILDER_ASSETS: assets, PATH: path = "" } = process.env;
  const folders = [...(assets ? [assets] : []), "/tmp/hco-kube", ...path.split(delimiter)];
  return folders.map((folder) => join(folder, "kubectl")).find((file) => existsSync(file));
}
