import { Link } from 'react-router';
import { Notice } from '../../ui/notice.tsx';

/** Before somebody pays for tokens whom nothing is written for: they keep them, and can use them with a plan. */
export const NeedsPlan = () => (
  <Notice>
    Your plan has expired, and tokens can only be used with a plan. What you buy is kept until then.{' '}
    <Link to="/asset/plan" className="prose-link">
      Choose a plan first
    </Link>
  </Notice>
);
