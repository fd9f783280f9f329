import { keyOf } from "../../../model/object.ts";
import { formatLocal, secondsBetween } from "../../../model/time.ts";
import { type DatedTransition, transitionWords } from "../../watch/transition-lines.ts";
import { ageIn, ageSpoken, idStep, type OutlineRow, type RowWording, treeRow } from "./row.ts";
import { readAloud } from "./spoken-row.ts";

/** Recent changes, newest first: `KubeVirt: progressing -> healthy   3m`. */
export function timelineGroup(
  id: string,
  transitions: readonly DatedTransition[],
  wording: RowWording,
): readonly OutlineRow[] {
  const news = transitionWords(transitions).toReversed();
  const [newest] = news;
  if (newest === undefined) return [];
  const label = "Timeline";
  const last = newest.dated.at;
  const isNow = (secondsBetween(last, wording.clock.now) ?? justNow) < justNow;
  const own = {
    id,
    mark: "none",
    label,
    description: lastWords(ageIn(wording, last), isNow),
    context: ["timeline"],
  } as const;
  const spoken = readAloud([label, lastWords(ageSpoken(wording, last), isNow)]);
  return [treeRow({ ...own, spoken }, () => withOrder(news).map(changeRow))];

  function changeRow([
    {
      mark,
      subject,
      words,
      dated: { at, transition },
    },
    order,
  ]: readonly [News, number]): OutlineRow {
    const age = ageSpoken(wording, at);
    const whole = `${subject}: ${words}`;
    const type = "type" in transition ? transition.type : "";
    const key = [at ?? "", transition.what, type, keyOf(transition.about), transition.label].join(" ");
    return treeRow(
      {
        id: `${id}/${idStep(key)}%${order}`,
        mark,
        label: whole,
        description: ageIn(wording, at),
        spoken: readAloud([whole, "change", age === "" ? "" : `${age} ago`]),
        context: ["change"],
      },
      undefined,
      () => [
        { as: "paragraph", line: [whole] },
        ...(at === undefined ? [] : [{ as: "paragraph", line: formatLocal(at, wording.zoneAt) } as const]),
      ],
    );
  }
}

/** Seconds; ages are redrawn twice a minute. */
const justNow = 30;

type News = ReturnType<typeof transitionWords>[number];

/** Each change with its ordinal among those of the same moment. A change added at the end then keeps all other ids. */
function withOrder(news: readonly News[]): readonly (readonly [News, number])[] {
  const seen = new Map<string, number>();
  return news.map((each) => {
    const order = (seen.get(each.dated.at ?? "") ?? 0) + 1;
    seen.set(each.dated.at ?? "", order);
    return [each, order];
  });
}

/** When the newest change was seen. `isNow`: an age of seconds would only show the time of drawing. */
function lastWords(age: string, isNow: boolean): string {
  if (age === "") return "";
  return isNow ? "last just now" : `last ${age} ago`;
}
