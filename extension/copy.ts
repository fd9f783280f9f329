import { commands, Disposable, env } from "vscode";
import { keyOf, type Ref } from "../shared/model/object.ts";
import type { Report } from "../shared/model/report.ts";
import type { CommandPlace } from "../shared/render/copied-command.ts";
import { commands as ids } from "./contributions.ts";
import { placeNameOf, shownOf } from "./place-name.ts";
import { say } from "./say.ts";
import type { Session } from "./session.ts";
import { type Target, targetOf } from "./target.ts";
import { tell, tellShortly } from "./telling.ts";

/** What the tree shows as something to paste: the command that says the same in a shell, the report, the way to a log. */
export function registerCopy(session: Session): Disposable {
  const table: Readonly<Record<string, (words: readonly unknown[]) => Promise<void>>> = {
    [ids.copyCommand]: (words) => copyCommand(session, words),
    [ids.copyReport]: (words) => copyReport(session, words),
    [ids.copyLogsCommand]: (words) => copyLogsCommand(session, words),
  };
  return Disposable.from(
    ...Object.entries(table).map(([id, run]) => commands.registerCommand(id, (...words: unknown[]) => run(words))),
  );
}

async function copyCommand(session: Session, words: readonly unknown[]): Promise<void> {
  const { statusCommand, nothingHereWords } = await import("./copy-made.ts");
  const target = targetOf(session, words);
  const command = target === undefined ? undefined : statusCommand(placeFor(session, target), target.ref);
  await copied(command, nothingHereWords(say));
}

async function copyLogsCommand(session: Session, words: readonly unknown[]): Promise<void> {
  const { logsCommand, noLogsWords } = await import("./copy-made.ts");
  const target = targetOf(session, words);
  const command = target?.logs === undefined ? undefined : logsCommand(placeFor(session, target), target.logs);
  await copied(command, noLogsWords(say));
}

/** Of one root where a row of one is chosen, else of all that the sidebar shows. */
async function copyReport(session: Session, words: readonly unknown[]): Promise<void> {
  const { renderMarkdown, nothingToCopyWords, copiedReportWords } = await import("./copy-made.ts");
  const target = words[0] === undefined || words[0] === null ? undefined : targetOf(session, words);
  const shown = target === undefined ? session.view : shownOf(session, target.place);
  const report = [shown?.report, shown?.named].find((one) => one !== undefined && isIn(one, target?.ref));
  if (report === undefined) {
    await tell(nothingToCopyWords(say));
    return;
  }
  await env.clipboard.writeText(renderMarkdown(of(report, target?.ref)));
  await tellShortly(copiedReportWords(say), 3_000);
}

async function copied(text: string | undefined, otherwise: string): Promise<void> {
  if (text === undefined) {
    await tell(otherwise);
    return;
  }
  await env.clipboard.writeText(text);
  const { copiedWords } = await import("./copy-made.ts");
  await tellShortly(copiedWords(say, text), 3_000);
}

function isIn({ roots }: Report, ref: Ref | undefined): boolean {
  return ref === undefined ? roots.length > 0 : roots.some((root) => keyOf(root.ref) === keyOf(ref));
}

function of(report: Report, ref: Ref | undefined): Report {
  const roots = report.roots.filter((root) => ref === undefined || keyOf(root.ref) === keyOf(ref));
  const [root] = roots;
  return ref === undefined || root === undefined ? report : { ...report, roots, verdict: root.verdict };
}

/** With the context by its name: another shell may have another one as its current one. */
function placeFor(session: Session, { place }: Target): CommandPlace {
  if (place.kind === "files") return place;
  const { kubeconfig } = place;
  const context = place.context ?? placeNameOf(session, place);
  return { kind: "cluster", ...(kubeconfig !== undefined && { kubeconfig }), ...(context !== "" && { context }) };
}
