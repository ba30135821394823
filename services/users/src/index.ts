export { addUser, allUsers, changeUser, type UserShown, type UserWanted, userNamed } from './account/administer';
export { addToken, revokeToken, type TokenWanted, tokensOf } from './account/tokens';
export * from './models';
export { newKey } from './rules/tokens';
export * from './service';
export { removeFactors } from './signIn/factors/factorRows';
