import { LanguageModelTextPart, LanguageModelToolResult, window } from "vscode";
import { findExplanations } from "../../shared/explain/explain-reason.ts";
import type { Report } from "../../shared/model/report.ts";
import { formatStamp } from "../../shared/model/time.ts";
import { textAt } from "../../shared/parse/json-value.ts";
import {
  type SummaryFreshness,
  summarizeExplanations,
  summarizeForAssistant,
  summarizeGate,
  summarizeNothing,
} from "../../shared/render/assistant/summary.ts";
import { quietJson } from "../../shared/render/formats/json.ts";
import { upgradeGate } from "../../shared/upgrade-gate/upgrade-gate.ts";
import type { PlaceState } from "../places/place-state.ts";
import type { toolNames } from "../platform/contributions.ts";
import type { PlaceStates } from "../session/session-parts.ts";

/** As the schema of the tool says. */
const maxWordLength = 100;

/** Returns the result of a tool. `input` may be of any shape, because a language model wrote it. */
export function answerTool(
  session: PlaceStates,
  tool: keyof typeof toolNames,
  input: unknown,
): LanguageModelToolResult {
  return new LanguageModelToolResult([new LanguageModelTextPart(quietJson(buildDocument(session, tool, input)))]);
}

function buildDocument(session: PlaceStates, tool: keyof typeof toolNames, input: unknown): object {
  if (tool === "explain") {
    const word = textAt(input, "word").slice(0, maxWordLength);
    return summarizeExplanations(word, findExplanations(word));
  }
  const state = findKnownState(session);
  const report = reportIn(state);
  if (report === undefined) return summarizeNothing(state.problem ?? "");
  const freshness = describeFreshness(state, report);
  return tool === "gate" ? summarizeGate(upgradeGate(report), freshness) : summarizeForAssistant(report, freshness);
}

/** Returns the state of the sidebar's place, or of the active editor's where only that was read. */
function findKnownState(session: PlaceStates): PlaceState {
  const editor = window.activeTextEditor;
  if (reportIn(session.sidebar) !== undefined || editor === undefined) return session.sidebar;
  const editorState = session.at(editor.document.uri);
  return reportIn(editorState) === undefined ? session.sidebar : editorState;
}

/** Returns the Report of the roots, or that of what open documents name. */
function reportIn({ report, named }: PlaceState): Report | undefined {
  if (report !== undefined && report.roots.length > 0) return report;
  return named !== undefined && named.roots.length > 0 ? named : report;
}

function describeFreshness({ link, place }: PlaceState, { takenAt }: Report): SummaryFreshness {
  if (link.state === "live" && place.kind === "cluster") return { isLive: true };
  return { isLive: false, asOf: link.until === undefined ? takenAt : formatStamp(link.until) };
}
