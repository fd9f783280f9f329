import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { limitConcurrency } from "../../shared/io/transport/concurrency-limit.ts";
import type { PrintResult } from "../../shared/render/jsonpath/compile.ts";
import { type DocumentName, documents } from "../render/jsonpath/rule.ts";
import { type Ended, kubectl } from "./plugin.ts";
import type { Cluster } from "./server.ts";

/** What kubectl prints of a template, the words in which it refuses it, or that its Go program panics. */
export type KubectlResult = PrintResult | { readonly panics: true };

const limitRuns = limitConcurrency(8);

/** Runs kubectl with arguments that end in an output format. A few calls run at the same time. */
export async function printByKubectl(cluster: Cluster, ...args: readonly string[]): Promise<KubectlResult> {
  return readResult(await limitRuns(() => kubectl(cluster, args)));
}

/** Has kubectl print a document with `-o OUTPUT`, by a patch that changes nothing and needs no server. */
export function printDocumentByKubectl(
  cluster: Cluster,
  document: DocumentName,
  output: string,
): Promise<KubectlResult> {
  const file = documentFile(cluster, document);
  return printByKubectl(cluster, "patch", "--local", "-f", file, "--type=merge", "-p", "{}", "-o", output);
}

/** Writes the documents as `-o json` prints them, so that kubectl and our program read the same numbers. */
export async function writeDocuments(cluster: Cluster): Promise<void> {
  for (const name of ["rich", "chain"] as const) {
    await writeFile(documentFile(cluster, name), JSON.stringify(documents[name]));
  }
}

function documentFile({ directory }: Cluster, document: DocumentName): string {
  return join(directory, `${document}.json`);
}

/** The result without what kubectl appends to a refusal: the template once more, and the whole document as Go sees it. */
function readResult({ code, stdout, stderr }: Ended): KubectlResult {
  if (code === 0) return { text: stdout };
  if (stderr.includes("panic: ")) return { panics: true };
  const [reason = ""] = stderr.replace(/^error: /, "").split(". Printing more information");
  return { error: reason.replace(/\n$/, "") };
}

/** Whether our program prints or refuses a template as kubectl does. Where kubectl panics, our program may do anything. */
export function isSameResult(ours: PrintResult, theirs: KubectlResult): boolean {
  if ("panics" in theirs) return true;
  if ("text" in ours || "text" in theirs) return "text" in ours && "text" in theirs && ours.text === theirs.text;
  // Our program shortens a long value: {"a":… is not array or slice and cannot be filtered
  const [before = "", after] = ours.error.split("... is not array or slice");
  if (after === undefined) return ours.error === theirs.error;
  return theirs.error.startsWith(before) && theirs.error.endsWith(`is not array or slice${after}`);
}
