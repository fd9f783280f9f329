import { sanitizeLine } from "../../../characters/sanitize.ts";
import type { Report } from "../../../model/report.ts";
import { concealedNote } from "../../../outline/words/concealed-note.ts";
import type { TextOptions } from "../../terminal/text-style.ts";
import { type CheckGroup, groupChecks, type PipelineCheck } from "./checks.ts";

/** The checks of one cluster. */
export interface CheckedCluster {
  /** What precedes the names of its groups, such as a context; empty for a single cluster. */
  readonly prefix: string;
  readonly takenAt: string;
  readonly groups: readonly CheckGroup[];
}

/**
 * A Report as JUnit XML, as Jenkins and GitLab read it: a suite for each root, a case for each cause and for each
 * component without one. A failure is a cause that is unavailable or degraded, with the next commands. What is unknown
 * is an error, and what is in progress is skipped.
 */
export function renderJunit(report: Report, { upgradeGate, concealedTexts }: TextOptions = {}): string {
  const groups = groupChecks(report, upgradeGate?.(report));
  return writeJunit([{ prefix: "", takenAt: report.takenAt, groups }], concealedTexts);
}

/** The XML of the checks of several clusters. A comment says in how many texts a credential was concealed. */
export function writeJunit(clusters: readonly CheckedCluster[], concealedTexts = 0): string {
  const allChecks = clusters.flatMap(({ groups }) => groups.flatMap(({ checks }) => checks));
  const suites = clusters.flatMap((cluster) => cluster.groups.map((group) => writeSuite(cluster, group)));
  const note = concealedNote(concealedTexts);
  const comment = note === "" ? "" : `  <!-- ${note} -->\n`;
  const start = `<testsuites name="hco-status" ${writeCounts(allChecks)}>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${start}\n${suites.join("")}${comment}</testsuites>\n`;
}

function writeSuite({ prefix, takenAt }: CheckedCluster, { name, checks }: CheckGroup): string {
  const suite = `${prefix}${name}`;
  // JUnit has times without a zone.
  const timestamp = takenAt.replace(/Z$/, "");
  const start = `<testsuite name="${xmlText(suite)}" ${writeCounts(checks)} timestamp="${xmlText(timestamp)}">`;
  return `  ${start}\n${checks.map((check) => writeCase(suite, check)).join("")}  </testsuite>\n`;
}

/** `tests="3" failures="1" errors="0" skipped="0" time="0"`. */
function writeCounts(checks: readonly PipelineCheck[]): string {
  const count = (result: PipelineCheck["result"]): number => checks.filter((check) => check.result === result).length;
  return `tests="${checks.length}" failures="${count("failed")}" errors="${count("error")}" skipped="${count("skipped")}" time="0"`;
}

function writeCase(suite: string, { name, result, state, text, details = [], next }: PipelineCheck): string {
  const start = `    <testcase classname="${xmlText(suite)}" name="${xmlText(name)}" time="0"`;
  const message = `message="${xmlText(text)}"`;
  if (result === "passed") return `${start}/>\n`;
  if (result === "skipped") return `${start}>\n      <skipped ${message}/>\n    </testcase>\n`;
  const commands = next.map(({ command, why }) => `${command}  # ${why}`);
  const content = [text, ...details, ...commands].map(xmlText).join("\n");
  const element = result === "error" ? "error" : "failure";
  return `${start}>\n      <${element} type="${xmlText(state)}" ${message}>${content}</${element}>\n    </testcase>\n`;
}

/** The longest text, in characters: a message can hold a whole object. */
const maxTextLength = 4_000;

/**
 * Text for XML 1.0, in an attribute or between tags. Characters that XML forbids are made visible before
 * (https://www.w3.org/TR/xml/#charsets).
 */
function xmlText(text: string): string {
  const harmless = sanitizeLine(text.slice(0, maxTextLength)).toWellFormed();
  return harmless.replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
