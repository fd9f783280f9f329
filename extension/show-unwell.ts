import { type QuickPickItem, commands as run } from "vscode";
import type { Ref } from "../shared/model/object.ts";
import type { Report } from "../shared/model/report.ts";
import { stampOf } from "../shared/model/time.ts";
import { findingsOf } from "../shared/render/findings.ts";
import { harmlessReport } from "../shared/render/safe.ts";
import { causeWords } from "../shared/render/words-blame.ts";
import { asksWords } from "../shared/render/words-tree-view.ts";
import { nothingUnwellWords, unwellTitle } from "../shared/render/words-unwell.ts";
import { phraseOf } from "../shared/render/words-verdict.ts";
import { commands } from "./contributions.ts";
import { say } from "./say.ts";
import type { Session } from "./session.ts";
import { pick, tell } from "./telling.ts";
import { timeOfDay } from "./time-of-day.ts";

/** Names the roots that are unwell, each with its cause; the chosen one is shown in the tree. */
export async function showUnwell({ view }: Session): Promise<void> {
  const { report, link, place, phase, name, isAsking, now } = view;
  const problem = isAsking ? asksWords(say, name, view.problem ?? "") : view.problem;
  const items = report === undefined ? [] : itemsOf(report, now());
  const isNow = link.state === "live" || place.kind === "files";
  const asOf = isNow || report === undefined ? "" : timeOfDay(link.until ?? now() * 1000);
  if (items.length === 0) {
    await tell(nothingUnwellWords(say, { phase, place: name, asOf, ...(problem !== undefined && { problem }) }));
    return;
  }
  const picked = await pick(items, { title: unwellTitle(say, name, asOf), matchOnDetail: true });
  if (picked !== undefined) await run.executeCommand(commands.reveal, picked.ref);
}

function itemsOf(report: Report, now: number): readonly (QuickPickItem & { readonly ref: Ref })[] {
  const safe = harmlessReport(report);
  const clock = { now: stampOf(now * 1000), tells: "age" } as const;
  return safe.roots.flatMap((root, index) => {
    if (root.verdict === "healthy") return [];
    const cause = causeWords(root, clock);
    return [
      {
        label: root.label,
        description: phraseOf(root, findingsOf(safe, root), clock).words,
        ...(cause !== undefined && { detail: cause }),
        // As the cluster calls it, not as it is shown.
        ref: report.roots[index]?.ref ?? root.ref,
      },
    ];
  });
}
