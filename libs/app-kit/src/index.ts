export { conformanceOfApp } from './conformanceOfApp';
export type { Form } from './runProgram';
export { type PlumblineWithApp, startPlumbline, type TestedApp } from './startPlumbline';
