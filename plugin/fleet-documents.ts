import type { FollowedMember } from "./fleet-follow.ts";
import type { FleetShow, FleetSurface } from "./fleet-surface.ts";
import { talkOf } from "./fleet-talk.ts";
import { documentsOf } from "./watch-documents.ts";
import type { Surface } from "./watch-surface.ts";

/** A document in a line for each change of any cluster, whose context is the name of its source. */
export function fleetDocuments({ members, options, world, leave }: FleetShow): FleetSurface {
  const surfaces = new Map(members.map((one) => [one.name, surfaceOf(one)]));
  const talk = talkOf(world);

  function surfaceOf({ member, link, look, refresh }: FollowedMember): Surface {
    const report = (): ReturnType<typeof member>["report"] => member().report;
    const looked = (): ReturnType<typeof report> => {
      look();
      return report();
    };
    return documentsOf({ options, world, asked: { unknown: [] }, report, look: looked, link, refresh, leave });
  }

  return {
    changed(one) {
      if (one.member().trouble?.is !== "connecting") surfaces.get(one.name)?.changed();
    },
    aside: (work) => work(),
    said: talk.said,
    close() {
      talk.close();
      for (const surface of surfaces.values()) surface.close();
    },
  };
}
