import type { ApplicationEvidence } from "../../model/finding/evidence.ts";
import type { FindingOf } from "../../model/finding/finding.ts";
import type { Span, Text } from "../../model/outline.ts";
import { type AgeClock, durationPhrase, withDuration } from "../ages.ts";
import { evidenceInFull } from "../cause.ts";
import { whyNothingIsSelected } from "../cause-clauses.ts";
import { withoutEndMark } from "../end-marks.ts";
import { joined, list, phrase, quote, words } from "../text.ts";
import { countText, formFor, withOthers } from "../words/names.ts";
import type { FindingSentences, SentenceSetting } from "./sentences.ts";
import { quoteEvidence, quoteMessage } from "./shared-sentences.ts";

/** The application controller does not watch components (APP main.go:40). */
const polling = "the controller reconciles every two minutes";

/** The sentences about an Application and its parts. */
export const applicationSentences: FindingSentences<ApplicationEvidence["code"]> = {
  "nothing-selected": ({ why }, { about }) =>
    why === "unread"
      ? phrase`the components of ${about} are unread: the files have no object of their kinds`
      : phrase`${about} has no components (${whyNothingIsSelected[why]}): the controller reports that as ready (0/0)`,
  "selects-everything": describeWideSelector,
  "expressions-ignored": (_, { about }) =>
    phrase`the controller ignores the matchExpressions of ${about} and uses only matchLabels`,
  "component-kind-missing": (finding, { about }) =>
    phrase`component kind ${finding.kind} of ${about} is not installed and is ignored${coreHint(finding)}`,
  "group-taken-for-version": ({ group, kind }) =>
    phrase`component kind ${kind} cannot be selected: the controller takes its group ${group} for a version and looks in the core group; remove it from spec.componentKinds`,
  "component-kind-unread": (finding) => phrase`cannot list components of kind ${finding.kind}: ${whyUnread(finding)}`,
  "secrets-not-read": ({ count: number }, { about }) =>
    phrase`${countText(number, "Secret")} of ${about} ${formFor(number, "was", "were")} not read, and ${formFor(number, "counts", "count")} as ready, as in the CR`,
  "component-kind-twice": ({ kind, times }) =>
    phrase`component kind ${kind} is listed ${times} times: each of its objects counts ${times} times`,
  "selected-cluster-wide": ({ kind, count: number }) =>
    phrase`${kind} is cluster-scoped: ${countText(number, "object")} in the cluster ${formFor(number, "is", "are")} matched by label`,
  "selects-itself": (_, { about }) =>
    phrase`${about} is one of its own components: once it is not ready, it stays not ready`,
  "selects-in-a-circle": ({ through }, { about }) =>
    phrase`${about} is a component of ${through}, which is one of its own components: each waits for the other`,
  "nested-too-many": ({ count: number }, { about }) =>
    phrase`${countText(number, "nested Application")} below ${about} ${formFor(number, "is", "are")} listed without components: too many to show`,
  "assembly-phase": describeAssembly,
  "components-ready-differs": ({ reported, expected }) =>
    phrase`the CR reports ${reported} components ready, but now ${expected} are; ${polling}`,
  "ready-disagrees": (finding, { nameOf, clock }) => readyDisagrees([finding], nameOf, clock),
  "component-gone": (finding) =>
    phrase`${someOf(finding)} in the CR's list of components but no longer selected; ${polling}`,
  "component-unlisted": (finding) =>
    phrase`${someOf(finding)} selected but not in the CR's list of components; ${polling}`,
  "component-differs": differingComponent,
  "component-unreadable": ({ cause }, { about }) => phrase`the controller cannot read ${about}: ${quoteMessage(cause)}`,
  "failed-job-ready": ({ reason, message }, { about }) =>
    phrase`${about} failed${behind({ reason, message: reason === "" ? message : "" })}, but the controller counts it as ready because it was started`,
  "hostname-only": ({ hosts }, { about }) =>
    phrase`${about} has a host name but no IP (${list(hosts)}): the controller never counts it as ready`,
  "deadline-exceeded": (_, { about }) =>
    phrase`${about} exceeded its progress deadline; the controller keeps reporting InProgress`,
  "unknown-counted-ready": (finding, { about }) =>
    phrase`${about} reports Ready=Unknown${behind(finding)}, but the controller counts it as ready`,
  "error-counted-ready": (finding, { about }) =>
    phrase`${about} reports an error${behind(finding)}, but the controller counts it as ready`,
  "unhealthy-counted-ready": describeUnhealthyPart,
  "owner-reference-missing": (finding, { about }) =>
    phrase`${listedNames(finding)} ${formFor(finding.count, "has", "have")} no ownerReference to ${about}, although addOwnerRef is set`,
};

/** A component whose state the CR does not have, although the controller should have seen it. */
function differingComponent(
  { reported, expected, since }: FindingOf<"component-differs">,
  { about, clock }: SentenceSetting,
): Text {
  if (since === undefined)
    return phrase`the CR reports ${about} as ${reported}, but by the controller's rule it is now ${expected}; ${polling}`;
  const age = durationPhrase(since, clock);
  return phrase`the CR still reports ${about} as ${reported}, but by the controller's rule it ${words(age === "" ? `is ${expected}` : `has been ${expected} ${age}`)}, so its conditions are out of date: check that the Application controller runs`;
}

/**
 * `Application front and Application shop report Ready=False for 45m, although all their components are healthy`: one
 * sentence for all Applications of which that holds. A single one has its reason. `unready`: the Services that the
 * controller never counts as ready, which are why.
 */
export function readyDisagrees(
  findings: readonly [FindingOf<"ready-disagrees">, ...(readonly FindingOf<"ready-disagrees">[])],
  nameOf: SentenceSetting["nameOf"],
  clock: AgeClock | undefined,
  unready: readonly FindingOf<"hostname-only">[] = [],
): Text {
  const [first, ...others] = findings;
  const isOne = others.length === 0;
  const oldest = findings.flatMap(({ since }) => since ?? []).toSorted()[0];
  const itself = findings.flatMap((finding) => (finding.selectsItself ? [nameOf(finding.about)] : []));
  const reported = phrase`${list(findings.map(({ about }) => nameOf(about)))} ${isOne ? "reports" : "report"} Ready=${first.status}`;
  const state = withDuration(reported, oldest, clock);
  const selecting =
    itself.length === 0
      ? []
      : phrase`; ${list(itself)} ${formFor(itself.length, "selects itself, so it stays", "select themselves, so they stay")} not ready`;
  if (unready.length > 0) {
    const services = joined(
      " and ",
      unready.map(({ about, hosts, root }) => {
        const owner = isOne || root === undefined ? [] : phrase` of ${nameOf(root)}`;
        return phrase`${about.kind} ${about.name}${owner} (${list(hosts)})`;
      }),
    );
    return phrase`${state}: ${services} ${formFor(unready.length, "has", "have")} a host name but no IP, which the controller never counts as ready${selecting}`;
  }
  const components = `although all ${isOne ? "its" : "their"} components are healthy`;
  return isOne
    ? phrase`${state}, ${components}${selecting}: ${quoteEvidence(first)}`
    : phrase`${state}, ${components}${selecting}`;
}

function describeWideSelector({ hasExpressions }: FindingOf<"selects-everything">, { about }: SentenceSetting): Text {
  return hasExpressions
    ? phrase`the selector of ${about} has matchExpressions only, which the controller ignores: every object of its kinds in the namespace is a component`
    : phrase`the selector of ${about} is empty: every object of its kinds in the namespace is a component`;
}

function describeAssembly({ phase }: FindingOf<"assembly-phase">, { about }: SentenceSetting): Text {
  return phase === "Pending"
    ? phrase`${about} is being assembled (assemblyPhase Pending): components may be missing`
    : phrase`assembly of ${about} failed (assemblyPhase Failed)`;
}

function describeUnhealthyPart(
  { evaluated, elsewhere }: FindingOf<"unhealthy-counted-ready">,
  { about }: SentenceSetting,
): Text {
  return elsewhere
    ? phrase`${about} is ${evaluated}, but the controller counts it as ready: it reads conditions from another field`
    : phrase`${about} is ${evaluated}, but the controller counts it as ready: it reads only Ready and InProgress`;
}

function coreHint({ group }: FindingOf<"component-kind-missing">): Text {
  return group === "core" ? phrase`; write the core group as "", not "core"` : [];
}

function whyUnread({ outcome, cause }: FindingOf<"component-kind-unread">): Text {
  if (outcome === "forbidden") return phrase`forbidden; request "list" permission`;
  return cause === "" ? phrase`they were not read` : [quote(cause)];
}

function behind(reported: { readonly reason: string; readonly message: string }): Text {
  if (reported.reason === "" && reported.message === "") return [];
  return phrase` (${quote(withoutEndMark(evidenceInFull(reported)))})`;
}

/** `A, B and 3 more are`: the first names of all, with the verb. */
function someOf({ names, count: number }: { readonly names: readonly string[]; readonly count: number }): Text {
  return phrase`${listedNames({ names, count: number })} ${formFor(number, "is", "are")}`;
}

function listedNames({ names, count: number }: { readonly names: readonly string[]; readonly count: number }): Span {
  return list(withOthers(names, number));
}
