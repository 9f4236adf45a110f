import { createApp } from './dom.js';
import { App } from './app.js';

createApp(App).mount('#app');
