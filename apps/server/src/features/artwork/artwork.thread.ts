// The thread in which pictures are drawn: composing one takes the better part of the time, and visitors must not wait.
import { doWork } from '../../platform/worker-thread.ts';
import { renderArt } from './artwork.render.ts';

doWork((order: Parameters<typeof renderArt>) => renderArt(...order));
