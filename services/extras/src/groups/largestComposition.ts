/** Groups that one group can be made of at most, each counted as often as it is used: they become one statement. */
export const largestComposition = 250;
