import { type QuickPickItem, commands as run, window } from "vscode";
import type { Ref } from "../shared/model/object.ts";
import type { Report } from "../shared/model/report.ts";
import { stampOf } from "../shared/model/time.ts";
import { findingsOf } from "../shared/render/findings.ts";
import { harmlessReport } from "../shared/render/safe.ts";
import { causeWords } from "../shared/render/words-blame.ts";
import { allWell, unwellTitle } from "../shared/render/words-session.ts";
import { phraseOf } from "../shared/render/words-verdict.ts";
import { commands } from "./contributions.ts";
import { say } from "./say.ts";
import type { Session } from "./session.ts";

/** Names the roots that are unwell, each with its cause; the chosen one is shown in the tree. */
export async function showUnwell({ view }: Session): Promise<void> {
  const items = view.report === undefined ? [] : itemsOf(view.report, view.now());
  if (items.length === 0) {
    await window.showInformationMessage(allWell(say));
    return;
  }
  const picked = await window.showQuickPick(items, { title: unwellTitle(say, view.name), matchOnDetail: true });
  if (picked !== undefined) await run.executeCommand(commands.reveal, picked.ref);
}

function itemsOf(report: Report, now: number): readonly (QuickPickItem & { readonly ref: Ref })[] {
  const safe = harmlessReport(report);
  const clock = { now: stampOf(now * 1000), tells: "age" } as const;
  return safe.roots
    .filter(({ verdict }) => verdict !== "healthy")
    .map((root) => {
      const cause = causeWords(root, clock);
      return {
        label: root.label,
        description: phraseOf(root, findingsOf(safe, root), clock).words,
        ...(cause !== undefined && { detail: cause }),
        ref: root.ref,
      };
    });
}
