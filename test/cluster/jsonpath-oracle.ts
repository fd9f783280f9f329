import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { PrintResult } from "../../shared/render/jsonpath/compile.ts";
import { type DocumentName, documents } from "../render/jsonpath/rule.ts";
import { type Ended, kubectl } from "./plugin.ts";
import type { Cluster } from "./server.ts";

/** What kubectl makes of a template; `panic`: its Go program fell over. */
export type Answer = PrintResult | "panic";

/** Writes the documents as `-o json` prints them, so that kubectl and we read the same numbers. */
export async function writeDocuments({ directory }: Cluster): Promise<void> {
  for (const [name, document] of Object.entries(documents)) {
    await writeFile(join(directory, `${name}.json`), JSON.stringify(document));
  }
}

/** Has the real kubectl print a document with `-o <format>=<template>`: a patch that changes nothing, without a server. */
export async function printByKubectl(cluster: Cluster, document: DocumentName, output: string): Promise<Answer> {
  const file = join(cluster.directory, `${document}.json`);
  return answerOf(await kubectl(cluster, ["patch", "--local", "-f", file, "--type=merge", "-p", "{}", "-o", output]));
}

/**
 * Has the real kubectl print a document with several templates in one run, a mark between them. One start of kubectl takes
 * longer than all that it prints. Undefined where it refuses the whole.
 */
export async function printSeveralByKubectl(
  cluster: Cluster,
  document: DocumentName,
  templates: readonly string[],
): Promise<readonly string[] | undefined> {
  const mark = "<next template>";
  const answer = await printByKubectl(cluster, document, `jsonpath=${templates.join(mark)}`);
  return answer !== "panic" && "text" in answer ? answer.text.split(mark) : undefined;
}

/** The answer without what kubectl appends to a refusal: the template once more, and the whole document as Go sees it. */
export function answerOf({ code, stdout, stderr }: Ended): Answer {
  if (code === 0) return { text: stdout };
  if (stderr.includes("panic: ")) return "panic";
  const [reason = ""] = stderr.replace(/^error: /, "").split(". Printing more information");
  return { error: reason.replace(/\n$/, "") };
}

/** Whether both say the same; ours shortens a value that it repeats. */
export function isSame(ours: PrintResult, theirs: Answer): boolean {
  if (theirs === "panic") return true;
  if ("text" in ours || "text" in theirs) return "text" in ours && "text" in theirs && ours.text === theirs.text;
  const [before = "", after] = ours.error.split("... is not array or slice");
  if (after === undefined) return ours.error === theirs.error;
  return theirs.error.startsWith(before) && theirs.error.endsWith(`is not array or slice${after}`);
}

/** `ask` for each of `questions`, a few at the same time, answers in order. */
export async function askAll<Question, Reply>(
  questions: readonly Question[],
  ask: (question: Question) => Promise<Reply>,
): Promise<readonly (readonly [Question, Reply])[]> {
  const replies: (readonly [Question, Reply])[] = [];
  const atOnce = 8;
  for (let from = 0; from < questions.length; from += atOnce) {
    const some = questions.slice(from, from + atOnce);
    replies.push(...(await Promise.all(some.map(async (one) => [one, await ask(one)] as const))));
  }
  return replies;
}
