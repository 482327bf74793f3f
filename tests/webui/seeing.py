"""What a phone shows: a page may arrive by itself, and its words stand in it before its styles do."""


def see(phone, words):
    """Wait until the page says so and lies as a person sees it."""
    phone.page.locator("main", has_text=words).wait_for()
    phone.page.wait_for_load_state()
