import type { RootCause, RootNode } from "../../model/report.ts";
import { withAge } from "../core/words/cause-age.ts";

/**
 * The root with the ages of its causes appended, computed from `takenAt`. The functions that evaluate a root do not
 * know the time.
 */
export function withCauseAges(root: RootNode, takenAt: string): RootNode {
  const told = <C extends Pick<RootCause, "text" | "since">>(cause: C): C => ({
    ...cause,
    text: withAge(cause.text, cause.since, takenAt),
  });
  const { rootCause, otherCauses } = root;
  const also = rootCause?.also?.map(told);
  return {
    ...root,
    ...(rootCause === undefined ? {} : { rootCause: { ...told(rootCause), ...(also === undefined ? {} : { also }) } }),
    ...(otherCauses === undefined ? {} : { otherCauses: otherCauses.map(told) }),
  };
}
