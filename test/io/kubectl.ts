import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { assets } from "../cluster/assets.ts";

/** A real kubectl: the one that the tests build or KUBEBUILDER_ASSETS names, else that of the PATH; undefined without. */
export function findKubectl(): string | undefined {
  const { PATH: path = "" } = process.env;
  const folders = [assets(), ...path.split(delimiter)].filter((folder) => folder !== undefined);
  return folders.map((folder) => join(folder, "kubectl")).find((file) => existsSync(file));
}
