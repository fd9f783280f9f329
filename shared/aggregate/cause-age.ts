import type { RootCause, RootNode } from "../model/report.ts";
import { withAge } from "../render/words-cause-age.ts";

/** The root, its causes with their ages behind them, counted from `takenAt`: whoever judges a root knows no time. */
export function aged(root: RootNode, takenAt: string): RootNode {
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
