"""The reference's configuration for its own tests, with our runner in the place of its own (README)."""

import os

import nautobot
from nautobot.core.settings import *  # noqa: F403
from nautobot.core.settings_funcs import parse_redis_connection

ALLOWED_HOSTS = ["nautobot.example.com"]
CACHES["default"]["LOCATION"] = parse_redis_connection(redis_database=2)  # noqa: F405
CELERY_BROKER_URL = "memory://"
CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_STORE_EAGER_RESULT = True
CONSTANCE_BACKEND = "constance.backends.memory.MemoryBackend"
CONTENT_TYPE_CACHE_TIMEOUT = 0
DYNAMIC_GROUPS_MEMBER_CACHE_TIMEOUT = 0
JOBS_ROOT = os.path.join(os.path.dirname(nautobot.__file__), "extras", "test_jobs")
METRICS_AUTHENTICATED = True
METRICS_ENABLED = True
PLUGINS = []
SECRET_KEY = "of a reference that lives for the length of a test run"
TEST_FACTORY_SEED = "Nautobot"
TEST_RUNNER = "runner.Runner"
TEST_USE_FACTORIES = True
