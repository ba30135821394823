/** How far the write of a request has come, which is what its client has to be told when it cannot be answered. */
export interface Effect {
  /** The commit that decides is on its way, or in. */
  mayBeIn: boolean;
  /** It has been answered that nothing happened: nothing may. */
  isOver: boolean;
}

/** The effect of a request that has just come. */
export const noEffect = (): Effect => ({ mayBeIn: false, isOver: false });
