import { readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { isExecutable } from "../cluster/assets.ts";
import type { Cluster } from "../cluster/server.ts";
import { type Program, run } from "./measure.ts";

/** curl with the lists that `plugin` reads, over one connection: the least that they can cost. Undefined without a curl. */
export async function curlOf(
  { ca, kubeconfig }: Cluster,
  plugin: Program,
  folder: string,
): Promise<Program | undefined> {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const command = folders.map((each) => join(each, "curl")).find(isExecutable);
  if (command === undefined) return undefined;
  const text = readFileSync(kubeconfig, "utf8");
  const [certificate = "", key = ""] = ["client-certificate-data", "client-key-data"].map((field) => {
    const path = join(folder, `${field}.pem`);
    writeFileSync(path, Buffer.from(new RegExp(`${field}: (\\S+)`).exec(text)?.[1] ?? "", "base64"), { mode: 0o600 });
    return path;
  });
  const said = await run({ ...plugin, args: [...plugin.args, "-v"] });
  const lists = Array.from(said.matchAll(/^GET (\S+) 200 /gm), ([, address = ""]) => address);
  const trust = ["--cacert", ca, "--cert", certificate, "--key", key];
  return {
    name: "curl",
    command,
    args: ["--silent", "--fail", "--globoff", "--http2", "--parallel", ...trust, ...lists],
  };
}
