export interface LaneResult {
  readonly name: string;
  readonly bad: boolean;
  readonly passed: number;
  readonly seconds: number;
}
export declare function keptLanes(
  file?: string,
  code?: string,
): {
  readonly last: (name: string) => (LaneResult & { readonly when: string }) | undefined;
  readonly has: (name: string) => boolean;
  readonly keep: (result: LaneResult) => void;
};
