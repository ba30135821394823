"""Tells a mirror what tests change in the reference, and what is undone at their ends."""

from collections import OrderedDict

from django.db import DatabaseError, transaction
from django.db.models import QuerySet, signals
from django.db.models.sql.subqueries import UpdateQuery
from django.test import TestCase


class Watch:
    """What the test that runs has changed, and what its class had before any of its tests."""

    def __init__(self, mirror):
        self.mirror = mirror
        self.test = None
        self.by_test, self.by_class = OrderedDict(), OrderedDict()

    def note(self, model, ids):
        model = model._meta.concrete_model
        if model in self.mirror.models:
            for key in ((model, str(pk)) for pk in ids):
                self.mirror.changed[key] = True
                (self.by_test if self.test else self.by_class)[key] = True

    def undone(self, keys):
        """What was changed is as it was before, which the server has yet to be told."""
        for key in keys:
            self.mirror.changed[key] = True
            self.mirror.sent.pop(key, None)
        keys.clear()

    def done_by_both(self):
        """A request has changed the same in both; at the test's end it is undone all the same."""
        for key in self.mirror.changed:
            self.mirror.sent.pop(key, None)
        self.mirror.changed.clear()


def begin(watch):
    """Watches whatever writes: models, lists of related objects, and statements for many rows."""
    for signal in (signals.post_save, signals.post_delete):
        signal.connect(lambda sender, instance, **_: watch.note(sender, [instance.pk]), weak=False)

    def related(sender, instance, action, pk_set, model, reverse, **_):
        if action.startswith("post"):
            watch.note(type(instance), [instance.pk])
            if reverse:
                watch.note(model, pk_set or ())

    signals.m2m_changed.connect(related, weak=False)
    create, update, update_batch = QuerySet.bulk_create, QuerySet.update, UpdateQuery.update_batch

    def bulk_create_and_note(self, *args, **more):
        made = create(self, *args, **more)
        watch.note(self.model, [one.pk for one in made])
        return made

    def update_and_note(self, **values):
        ids = []
        if self.model in watch.mirror.models:
            try:
                with transaction.atomic():
                    ids = list(self._chain().values_list("pk", flat=True))
            except DatabaseError:
                pass  # The update will say what is wrong.
        count = update(self, **values)
        watch.note(self.model, ids)
        return count

    update_and_note.alters_data = True

    def update_batch_and_note(self, ids, values, using):
        count = update_batch(self, ids, values, using)
        watch.note(self.model, ids)
        return count

    QuerySet.bulk_create, QuerySet.update = bulk_create_and_note, update_and_note
    UpdateQuery.update_batch = update_batch_and_note
    set_up, tear_down, tear_down_class = (
        TestCase._fixture_setup,
        TestCase._fixture_teardown,
        TestCase.tearDownClass.__func__,
    )

    def begin_test(self):
        set_up(self)
        watch.test = self.id()

    def end_test(self):
        tear_down(self)
        watch.test = None
        watch.undone(watch.by_test)

    def end_class(cls):
        tear_down_class(cls)
        watch.undone(watch.by_class)

    TestCase._fixture_setup, TestCase._fixture_teardown = begin_test, end_test
    TestCase.tearDownClass = classmethod(end_class)
