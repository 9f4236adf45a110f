// What every view needs.
export * from './dom.js';
export * from './api.js';
export * from './router.js';
export * from './load.js';
export * from './ui.js';
export * from './figures.js';
export * from './time.js';
export * from './table.js';
export * from './export.js';
export { may, mayEverywhere } from './caller.js';
