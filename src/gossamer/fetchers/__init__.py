"""fetchers"""
