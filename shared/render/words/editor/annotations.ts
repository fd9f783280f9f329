import type { Translate } from "../../../outline/translate.ts";

// The texts beside fields, in the list of problems, in the Explorer, in the status bar and in messages.

/** `CDI unavailable for 3m (drives KubeVirt, CDI)`; where it drives nothing else, without the names. */
export function drivesComponentsText(say: Translate, unhealthy: string, names: string): string {
  return names === "" ? unhealthy : say("{0} (drives {1})", unhealthy, names);
}

/** `CDI unavailable for 3m`. */
export function namedVerdict(say: Translate, name: string, verdict: string): string {
  return say("{0} {1}", name, verdict);
}

export function andMore(say: Translate, shown: string, more: number): string {
  return more <= 0 ? shown : say("{0} and {1} more", shown, more);
}

/** The text behind a condition of a manifest: its state on the cluster. */
export function conditionNow(say: Translate, status: string, reason: string, age: string, place: string): string {
  const why = reason === "" ? status : say("{0} ({1})", status, reason);
  return age === "" ? say("{0} on {1}", why, place) : say("{0} for {1} on {2}", why, age, place);
}

export function versionNotServed(say: Translate, place: string, file: string, read: string): string {
  return say("{0} does not serve version {1} of this kind; it was read as {2}", place, file, read);
}

export function versionDiffersWords(say: Translate, place: string, file: string, read: string): string {
  return say("written as {1}, read as {2} on {0}: field names may differ", place, file, read);
}

export function sameObjectTwice(say: Translate, kind: string, name: string): string {
  return say("two documents in this file define {0} {1}: the one applied last takes effect", kind, name);
}

export function otherDocument(say: Translate): string {
  return say("the other document");
}

/** The state of an object with its cause; `cause` is empty where none is known. */
export function unhealthyNotice(
  say: Translate,
  kind: string,
  name: string,
  verdict: string,
  place: string,
  cause: string,
): string {
  return cause === ""
    ? say("{0} {1} is {2} on {3}", kind, name, verdict, place)
    : say("{0} {1} is {2} on {3}: {4}", kind, name, verdict, place, cause);
}

export function otherUid(say: Translate, kind: string, place: string): string {
  return say(
    "its uid differs from the {0} on {1}: this text is from another cluster, or the object was recreated",
    kind,
    place,
  );
}

/** `HyperConverged unavailable · prod`; `asOf`: a time of day, where the verdict may be out of date. */
export function unhealthyRootLine(say: Translate, kind: string, verdict: string, place: string, asOf: string): string {
  return asOf === ""
    ? say("{0} {1} · {2}", kind, verdict, place)
    : say("{0} {1} · {2}, as of {3}", kind, verdict, place, asOf);
}

/** `2 unhealthy · prod`; `asOf`: a time of day, where the count may be out of date. */
export function unhealthyCountLine(say: Translate, count: number, place: string, asOf: string): string {
  return asOf === ""
    ? say("{0} unhealthy · {1}", count, place)
    : say("{0} unhealthy · {1}, as of {2}", count, place, asOf);
}

/** `HyperConverged not read · prod`: no root that was read is unhealthy, but objects of these kinds may exist. */
export function unreadKinds(say: Translate, kinds: string, place: string, asOf: string): string {
  return asOf === ""
    ? say("{0} not read · {1}", kinds, place)
    : say("{0} not read · {1}, as of {2}", kinds, place, asOf);
}

export function asOfWords(say: Translate, time: string): string {
  return say("as of {0}", time);
}

/** `unavailable since 14:02`. */
export function verdictSinceText(say: Translate, verdict: string, time: string): string {
  return time === "" ? verdict : say("{0} since {1}", verdict, time);
}

export function statusBarName(say: Translate): string {
  return say("Unhealthy objects");
}

export function noticeActions(say: Translate): { readonly show: string; readonly never: string } {
  return { show: say("Show"), never: say("Don't show again") };
}

export function recoveredWords(say: Translate, kind: string, name: string, place: string): string {
  return say("{0} {1} is healthy again on {2}", kind, name, place);
}
