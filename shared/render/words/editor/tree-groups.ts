/** `4 of 5 need a look`, `5 good`. */
export function needsLook(abnormal: number, all: number): string {
  if (abnormal === 0) return all === 0 ? "none" : `${all} as expected`;
  return `${abnormal} of ${all} not as expected`;
}

/** `3 of 6 unhealthy`, `6 healthy`. */
export function unhealthyPartsText(unhealthy: number, all: number): string {
  return unhealthy === 0 ? `${all} healthy` : `${unhealthy} of ${all} unhealthy`;
}
