import { l10n, type QuickPickItem, commands as run } from "vscode";
import { harmlessReport } from "../../shared/characters/sanitize.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import { rootFindings } from "../../shared/model/finding/root-findings.ts";
import type { Ref } from "../../shared/model/object.ts";
import type { Report } from "../../shared/model/report.ts";
import { formatStamp } from "../../shared/model/time.ts";
import { worstCauseText } from "../../shared/outline/cause-line.ts";
import { rootState, stateWithAge } from "../../shared/outline/root-state.ts";
import { plainText } from "../../shared/outline/text.ts";
import { nothingUnhealthyText } from "../../shared/render/editor/manifest-link.ts";
import { asksWords } from "../../shared/render/editor/tree/view-words.ts";
import { asOfTime } from "../places/place-state.ts";
import { commandIds } from "../platform/contributions.ts";
import { pickOne, showMessage } from "../platform/messages.ts";
import type { PlaceStates } from "../session/session-parts.ts";

/** Lists the unhealthy roots by kind and name, each with its cause. The tree then shows the root that the user chooses. */
export async function showUnhealthy({ sidebar }: PlaceStates): Promise<void> {
  const { report, place, phase, name, isAsking, now } = sidebar;
  const problem = isAsking ? asksWords(name, sidebar.problem ?? "") : sidebar.problem;
  const items = report === undefined ? [] : itemsOf(report, now());
  const asOf = asOfTime(sidebar);
  if (items.length === 0) {
    const isFiles = place.kind === "files";
    await showMessage(nothingUnhealthyText({ phase, place: name, isFiles, asOf, ...definedFields({ problem }) }));
    return;
  }
  const title =
    asOf === "" ? l10n.t("Unhealthy objects on {0}", name) : l10n.t("Unhealthy objects on {0}, as of {1}", name, asOf);
  const picked = await pickOne(items, { title, matchOnDetail: true });
  if (picked !== undefined) await run.executeCommand(commandIds.reveal, picked.ref);
}

function itemsOf(report: Report, now: number): readonly (QuickPickItem & { readonly ref: Ref })[] {
  const safe = harmlessReport(report);
  const clock = { now: formatStamp(now * 1000), format: "age" } as const;
  return safe.roots.flatMap((root, index) => {
    if (root.verdict === "healthy") return [];
    const cause = plainText(worstCauseText(root, clock));
    return [
      {
        label: rootTitle(root.ref, safe.roots.length === 1),
        description: stateWithAge(rootState(root, rootFindings(safe, root)), clock),
        ...(cause !== "" && { detail: cause }),
        // The name as in the cluster, not as displayed.
        ref: report.roots[index]?.ref ?? root.ref,
      },
    ];
  });
}

/** `HyperConverged kubevirt-hyperconverged`; among other roots with the namespace, as in the tree: `Cluster acme/prod-eu`. */
function rootTitle({ kind, namespace, name }: Ref, isAlone: boolean): string {
  return isAlone || namespace === undefined ? `${kind} ${name}` : `${kind} ${namespace}/${name}`;
}
